/** Anthropic's Messages behind this server, chosen by its configuration. */
import { test } from '../fixtures/provider.ts';
import { mainJob } from './providers/main_job.ts';
import { streaming } from './providers/streaming.ts';

test.use({ provider: 'anthropic' });

mainJob();
streaming();
