/** OpenAI's Chat Completions behind this server, chosen by its configuration. */
import { test } from '../fixtures/provider.ts';
import { mainJob } from './providers/main_job.ts';
import { formatting, streaming } from './providers/streaming.ts';

test.use({ provider: 'openai' });

mainJob();
streaming();
formatting();
