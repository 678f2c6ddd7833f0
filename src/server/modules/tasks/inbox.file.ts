import { sql } from 'kysely';
import { listTasks } from '../../../shared/contracts/tasks.contract.ts';
import type { ListSource } from '../downloads/index.ts';
import { type InboxQuery, readInbox } from '../inbox/index.ts';
import { TaskCells, taskFile } from './export.columns.ts';
import { exportMessages } from './export.messages.ts';
import { toInboxQuery } from './inbox.filters.ts';
import { askerOf } from './visible.ts';

const BATCH = 1000;

/** The inbox as a file. */
export const inboxFile: ListSource = {
  ...taskFile,
  endpoint: listTasks,
  title: (language) => exportMessages.text(language, 'title.inbox'),
  async open(_tx, asked, columns) {
    const asker = askerOf(asked);
    let query: InboxQuery = { ...toInboxQuery(asked.list), limit: BATCH };
    const cells = new TaskCells(asked, columns);
    return {
      async read(inner) {
        // Each row of the inbox is come by once; which of a batch fit is asked of that batch.
        const found = await readInbox(inner, asker, { ...query, taskConditions: [] });
        const batch = found.slice(0, BATCH);
        const { after: _, ...first } = query;
        const ids = batch.map(({ id }) => id);
        const fitting =
          query.taskConditions.length === 0 || batch.length === 0
            ? batch
            : await readInbox(inner, asker, {
                ...first,
                rowConditions: [...query.rowConditions, sql`i.task_id = ANY(${ids}::uuid[])`],
              });
        const last = batch.at(-1);
        if (last) {
          const dueAt = last.due_at instanceof Date ? last.due_at.toISOString() : 'infinity';
          const { priority, id } = last;
          query = { ...query, after: { dueAt, priority, processKey: last.process_key ?? '', taskId: id } };
        }
        // Of an open task: for whom one would do it.
        const rows = fitting.map((row) => ({ ...row, on_behalf_of: row.on_behalf_of ?? row.via_user }));
        return { rows: await cells.of(inner, rows), isLast: found.length <= BATCH };
      },
    };
  },
};
