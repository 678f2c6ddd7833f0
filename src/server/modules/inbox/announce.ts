import type { Tx } from '../../platform/database.ts';
import { enqueueAll } from '../../platform/outbox.ts';

export interface InboxChange {
  /** Inboxes that changed: `u:<id>`, `c:<id>`, `g:<group>`. */
  readonly principals: readonly string[];
  readonly opened?: readonly string[];
  readonly changed?: readonly string[];
  readonly ended?: readonly string[];
}

/** Sends a live event after the commit: tasks were added, changed or removed, and the counts are outdated. Writes one row of the outbox. */
export async function announceInbox(tx: Tx, change: InboxChange): Promise<void> {
  if (change.principals.length === 0) return;
  // Confidential tasks are announced to the user like all others; the separate principal is internal.
  const principals = [...new Set(change.principals.map((one) => one.replace(/^c:/, 'u:')))];
  const about = (type: string, ids: readonly string[] = []) =>
    ids.map((taskId) => ({ principals, type, data: { taskId } }));
  await enqueueAll(tx, 'live', [
    ...about('task.created', change.opened),
    ...about('task.changed', change.changed),
    ...about('task.ended', change.ended),
    { principals, type: 'inbox.count', data: {} },
  ]);
}
