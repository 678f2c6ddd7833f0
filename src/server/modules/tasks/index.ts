import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { allTasksRoutes } from './all-tasks.routes.ts';
import { collaborationRoutes } from './collaboration.routes.ts';
import { draftRoutes } from './drafts.routes.ts';
import { formTaskRoutes } from './form-tasks.routes.ts';
import { type WakeContext, wakeEnded } from './snooze.wake.ts';
import { routes } from './tasks.routes.ts';

export { actOnTask, noteRefused, type Refused } from './act-on-task.ts';
export { allTasksFile } from './all-tasks.file.ts';
export {
  assertMailedTask,
  completeByMail,
  type MailedTask,
  type MailScope,
  readMailedTask,
} from './by-mail.ts';
export { completeElsewhere } from './elsewhere.ts';
export { COMPLETION, heldCompletion } from './held-completion.ts';
export { inboxFile } from './inbox.file.ts';
export { listInbox, readMatching } from './inbox.ts';
export { outcomesFor } from './task-detail.ts';
export { taskOwner } from './task-files.ts';
export { askerOf } from './visible.ts';

/** How late a task may come back by itself to be told of; the list has it at its time. */
const LOOK_MS = 5000;

/** Tasks: the list, reading, acting, assigning, working together. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
  draftRoutes(app, context);
  formTaskRoutes(app, context);
  collaborationRoutes(app, context);
  allTasksRoutes(app, context);
};

/** Tells of snoozed tasks whose time has come. */
export function handleSnoozes(jobs: Pick<Jobs, 'every'>, context: WakeContext): void {
  jobs.every(LOOK_MS, 'snoozes that end', () => wakeEnded(context));
}
