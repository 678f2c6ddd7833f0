import { listAllTasks } from '../../../../shared/contracts/all-tasks.contract.ts';
import { forceIndexOrder } from '../../../platform/index-order.ts';
import type { ListSource } from '../../downloads/index.ts';
import { openToAll } from '../access/confidential.ts';
import { toAllTasksQuery } from './all-tasks.filters.ts';
import { type AllTasksQuery, chooseIndexScan, findPeople, partsOf, readBatch } from './all-tasks.store.ts';
import { TaskCellFormatter, taskFile } from './export.columns.ts';
import { exportMessages } from './export.messages.ts';
import { stepsToFilter } from './shown-names.ts';

/** Rows of one batch: about a megabyte. */
const BATCH = 2000;

/** All tasks as a file, read in batches in the order of the list. */
export const allTasksFile: ListSource = {
  ...taskFile,
  endpoint: listAllTasks,
  title: (language) => exportMessages.text(language, 'title.all'),
  async open(tx, asked, columns) {
    await forceIndexOrder(tx);
    const scope = { db: asked.db, tenantId: asked.session.tenantId };
    const steps = await stepsToFilter(tx, scope, asked.list, asked.language);
    const wanted = await toAllTasksQuery(asked.list, (people) => findPeople(tx, people), steps);
    let query: AllTasksQuery = { ...wanted, conditions: [...wanted.conditions, openToAll(asked.session)] };
    const indexScan = await chooseIndexScan(tx, query);
    const cells = new TaskCellFormatter(asked, columns);
    return {
      async read(inner) {
        const [part, following] = partsOf(query);
        if (!part) return { rows: [], isLast: true };
        await forceIndexOrder(inner);
        const rows = await readBatch(inner, query, part, indexScan, BATCH);
        const last = rows.at(-1);
        const isPartOver = rows.length < BATCH;
        if (!isPartOver && last) {
          query = { ...query, after: { key: last.sort_key === null ? null : String(last.sort_key), id: last.id } };
        } else if (following) {
          // Rows without a value start after the lowest possible ID.
          query = { ...query, after: { key: null, id: query.isDescending ? HIGHEST : LOWEST } };
        }
        const fitting = rows.filter(({ fits }) => fits);
        return { rows: await cells.of(inner, fitting), isLast: isPartOver && !following };
      },
    };
  },
};

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
