import { workInThread } from '../../../platform/workers/index.ts';
import type { compile } from '../import/definition.ts';

/** Parsing a model of 2 MB takes up to 20 s, so it runs in a worker thread. */
export const compileInThread = workInThread<typeof compile>(
  new URL('../import/definition.ts', import.meta.url),
  'compile',
);
