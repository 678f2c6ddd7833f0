import type { Tx } from '../../platform/database.ts';
import { enqueueAll } from '../../platform/outbox.ts';

export interface TaskNews {
  /** Whose inbox changed: `u:<id>`, `c:<id>`, `g:<group>`. */
  readonly principals: readonly string[];
  readonly opened?: readonly string[];
  readonly changed?: readonly string[];
  readonly ended?: readonly string[];
}

/** Tells open browsers, after the commit, that tasks came, changed or went and that their counts are old. One row of the outbox. */
export async function announceInbox(tx: Tx, news: TaskNews): Promise<void> {
  if (news.principals.length === 0) return;
  // A confidential task is announced to the person; how it is kept apart is nobody's business outside.
  const principals = [...new Set(news.principals.map((one) => one.replace(/^c:/, 'u:')))];
  const about = (type: string, ids: readonly string[] = []) =>
    ids.map((taskId) => ({ principals, type, data: { taskId } }));
  await enqueueAll(tx, 'live', [
    ...about('task.created', news.opened),
    ...about('task.changed', news.changed),
    ...about('task.ended', news.ended),
    { principals, type: 'inbox.count', data: {} },
  ]);
}
