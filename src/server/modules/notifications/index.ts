import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type ScanContext, scanDueTasks } from './due.scan.ts';
import { routes } from './notifications.routes.ts';

export { scanDueTasks } from './due.scan.ts';
export { notify, notifyNewTasks, requestNotices } from './notify.ts';
export { remindNow } from './readings.scan.ts';
export { choiceOf, PRODUCT_DEFAULTS } from './settings.rules.ts';
export { readAddress, readSettings } from './settings.store.ts';
export { sealUnsubscribe } from './unsubscribe.rules.ts';

const SCAN_MS = 60_000;

/** Notification preferences. The e-mails themselves are composed by task-mails and delegations. */
export const notifications: ServerModule = (app, context) => routes(app, context);

/** Records reminders of due dates. */
export function handleReminders(jobs: Pick<Jobs, 'every'>, context: ScanContext): void {
  jobs.every(SCAN_MS, 'due task notifications', () => scanDueTasks(context));
}
