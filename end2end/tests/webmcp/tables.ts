/** All rows, by what they are about. */
import { calls } from './calls.ts';
import { events } from './events.ts';
import { execute } from './execute.ts';
import { formCalls } from './form-calls.ts';
import { formFills } from './form-fills.ts';
import { formList } from './form-list.ts';
import { formSchemas } from './form-schemas.ts';
import { formSubmits } from './form-submits.ts';
import { shape } from './interfaces.ts';
import { list } from './list.ts';
import { options, register } from './register.ts';
import { results } from './results.ts';
import { schemas } from './schemas.ts';
import type { Row } from './probe.ts';

export const tables: Record<string, Row[]> = {
  registerTool: register,
  'schemas and annotations': schemas,
  'options of registerTool': options,
  getTools: list,
  interfaces: shape,
  executeTool: execute,
  results,
  calls,
  events,
  'forms that are tools': formList,
  'what forms ask for': formSchemas,
  'how forms are filled': formFills,
  'how forms are submitted': formSubmits,
  'calls of forms': formCalls,
};
