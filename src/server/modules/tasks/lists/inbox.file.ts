import { listTasks } from '../../../../shared/contracts/tasks.contract.ts';
import type { ListSource } from '../../downloads/index.ts';
import { type InboxQuery, readInbox } from '../../inbox/index.ts';
import { viewerOf } from '../access/visible-task.ts';
import { TaskCellFormatter, taskFile } from './export.columns.ts';
import { exportMessages } from './export.messages.ts';
import { positionOf, toInboxQuery } from './inbox.filters.ts';
import { stepsToFilter } from './shown-names.ts';

const BATCH = 1000;

/** The inbox as a file. */
export const inboxFile: ListSource = {
  ...taskFile,
  endpoint: listTasks,
  title: (language) => exportMessages.text(language, 'title.inbox'),
  async open(tx, asked, columns) {
    const viewer = viewerOf(asked);
    const scope = { db: asked.db, tenantId: asked.session.tenantId };
    const steps = await stepsToFilter(tx, scope, asked.list, asked.language);
    let query: InboxQuery = { ...toInboxQuery(asked.list, steps), limit: BATCH };
    const cells = new TaskCellFormatter(asked, columns);
    return {
      async read(inner) {
        const found = await readInbox(inner, viewer, query);
        const batch = found.slice(0, BATCH);
        const last = batch.at(-1);
        if (last) query = { ...query, after: positionOf(last) };
        // For an open task, the delegator for whom the caller would act.
        const rows = batch.map((row) => ({ ...row, on_behalf_of: row.on_behalf_of ?? row.via_user }));
        return { rows: await cells.of(inner, rows), isLast: found.length <= BATCH };
      },
    };
  },
};
