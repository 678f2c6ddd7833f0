import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { routes } from './actions.routes.ts';
import { type SendContext, sendTaskMails } from './send.ts';

export { sendTaskMails } from './send.ts';

const CHECK_MS = 2000;

/** E-mails about tasks, and the public page behind their buttons: /api/public/tasks/complete. */
export const taskMails: ServerModule = (app, context) => {
  routes(app, context);
};

/** Sends the e-mails whose gathering period is over. */
export function handleTaskMails(jobs: Pick<Jobs, 'every'>, context: SendContext): void {
  jobs.every(CHECK_MS, 'task e-mails', () => sendTaskMails(context));
}
