import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { allTasksRoutes } from './api/all-tasks.routes.ts';
import { collaborationRoutes } from './api/collaboration.routes.ts';
import { draftRoutes } from './api/drafts.routes.ts';
import { formTaskRoutes } from './api/form-tasks.routes.ts';
import { routes } from './api/tasks.routes.ts';
import { endDueSnoozes, type SnoozeContext } from './collaboration/snooze.wake.ts';

export { entitledGroups } from './access/confidential.ts';
export { findManagersAbove, hasOtherCandidate } from './access/hand-over.store.ts';
export { outcomesFor } from './access/task-detail.ts';
export { viewerOf } from './access/visible-task.ts';
export {
  assertMayActByEmail,
  completeByMail,
  type EmailScope,
  type EmailTask,
  readEmailTask,
} from './actions/by-mail.ts';
export { completeExternally } from './actions/complete-externally.ts';
export { COMPLETION, completionHandler } from './actions/defer-completion.ts';
export { executeTaskAction, recordRejection } from './actions/execute-action.ts';
export { handOverTask } from './actions/hand-over.ts';
export { taskOwner } from './actions/task-files.ts';
export { taskForReply } from './collaboration/reply.ts';
export { allTasksFile } from './lists/all-tasks.file.ts';
export { inboxFile } from './lists/inbox.file.ts';
export { listInbox, readMatching } from './lists/inbox.ts';
export { stepsToFilter } from './lists/shown-names.ts';

/** Interval for notifying browsers of ended snoozes; the list itself is always current. */
const CHECK_MS = 5000;

/** Tasks: lists, reading, actions, assignment, collaboration. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
  draftRoutes(app, context);
  formTaskRoutes(app, context);
  collaborationRoutes(app, context);
  allTasksRoutes(app, context);
};

/** Notifies users of ended snoozes. */
export function handleSnoozes(jobs: Pick<Jobs, 'every'>, context: SnoozeContext): void {
  jobs.every(CHECK_MS, 'ending snoozes', () => endDueSnoozes(context));
}
