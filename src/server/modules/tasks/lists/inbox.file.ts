import { listTasks } from '../../../../shared/contracts/tasks.contract.ts';
import type { ListSource } from '../../downloads/index.ts';
import type { InboxPosition } from '../../inbox/index.ts';
import { viewerOf } from '../access/visible-task.ts';
import { TaskCellFormatter, taskFile } from './export.columns.ts';
import { exportMessages } from './export.messages.ts';
import { positionOf } from './inbox.filters.ts';
import { prepareInbox, readPrepared } from './process-order.ts';
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
    const { list, language } = asked;
    const reading = await prepareInbox(tx, scope, viewer, { list, steps, language });
    let after: InboxPosition | undefined;
    const cells = new TaskCellFormatter(asked, columns);
    return {
      async read(inner) {
        const found = await readPrepared(inner, viewer, reading, { limit: BATCH, after });
        const batch = found.slice(0, BATCH);
        const last = batch.at(-1);
        if (last) after = positionOf(last);
        // For an open task, the delegator for whom the caller would act.
        const rows = batch.map((row) => ({ ...row, on_behalf_of: row.on_behalf_of ?? row.via_user }));
        return { rows: await cells.of(inner, rows), isLast: found.length <= BATCH };
      },
    };
  },
};
