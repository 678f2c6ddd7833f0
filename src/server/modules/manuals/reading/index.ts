import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { ANSWER_ACTION } from './questions.process.ts';
import { answerByTask, questionRoutes } from './questions.ts';
import { readingRoutes } from './reading.routes.ts';
import { type AnchorContext, anchorChains } from './receipts.anchors.ts';
import { receiptRoutes } from './receipts.routes.ts';

export { confirmationHandler } from './confirm.ts';
export { CONFIRMATION } from './reading.store.ts';
export { verifyChain } from './receipts.verify.ts';

const ANCHOR_MS = 600_000;

/** Reading and confirming manuals, and the receipts that prove it. */
export function reading(app: FastifyInstance, context: AppContext): void {
  readingRoutes(app, context);
  receiptRoutes(app, context);
  questionRoutes(app, context);
}

/** Actions of this module for processes, by name. */
export const manualActions = (config: Pick<AppContext['config'], 'publicUrl'>) => ({
  [ANSWER_ACTION]: answerByTask(config),
});

/** Stores the head of each receipt chain once a day. */
export function handleReceipts(jobs: Pick<Jobs, 'every'>, context: AnchorContext): void {
  jobs.every(ANCHOR_MS, 'receipt chain heads', async () => {
    await anchorChains(context);
    return false;
  });
}
