import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Tx } from '../../../platform/database.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import {
  type InboxPosition,
  type InboxQuery,
  type InboxRow,
  readInbox,
  readProcessKeys,
  type Viewer,
} from '../../inbox/index.ts';
import { processTitles, type TranslatedStep } from '../../processes/index.ts';
import { toInboxQuery } from './inbox.filters.ts';
import { isByKey, orderByName, orderOfCursor } from './process-order.rules.ts';

/** Value of a cursor that has the order of processes, after those of the position. */
const ORDER_VALUE = 4;

/** What a list of the inbox reads with: its query, and the order of its processes where that is by name. */
interface InboxReading {
  readonly list: ListQuery;
  readonly query: InboxQuery;
  readonly steps: readonly TranslatedStep[];
  readonly processes?: readonly string[];
}

/** Prepares reading a list. Sorted by process, its processes follow the names that the reader sees. */
export async function prepareInbox(
  tx: Tx,
  scope: VersionScope,
  viewer: Viewer,
  { list, steps, language }: { list: ListQuery; steps: readonly TranslatedStep[]; language: LanguageId },
): Promise<InboxReading> {
  const query = toInboxQuery(list, steps);
  if (query.order !== 'process') return { list, query, steps };
  const keys = await readProcessKeys(tx, viewer);
  const position = list.before ?? list.after;
  const known = query.after ? [...new Set([...keys, query.after.processKey])] : keys;
  const processes =
    orderOfCursor(known, position?.values[ORDER_VALUE]) ??
    orderByName(known, await processTitles(tx, scope, language), language);
  return { list, query, steps, ...(processes ? { processes } : {}) };
}

/** Returns the tasks of one page, and one more than the limit if there are more; sorted by process, one after the other. */
export async function readPrepared(
  tx: Tx,
  viewer: Viewer,
  { list, query, steps, processes }: InboxReading,
  { limit = query.limit, after = query.after }: { limit?: number; after?: InboxPosition | undefined } = {},
): Promise<InboxRow[]> {
  const { after: _, ...unplaced } = query;
  const whole = { ...unplaced, limit, ...(after ? { after } : {}) };
  if (!processes || isByKey(processes)) return readInbox(tx, viewer, whole);
  const inOrder = query.backwards ? processes.toReversed() : processes;
  const rows: InboxRow[] = [];
  for (const key of after ? inOrder.slice(Math.max(0, inOrder.indexOf(after.processKey))) : inOrder) {
    const ofProcess = toInboxQuery({ ...list, conditions: [...list.conditions, isOfProcess(key)] }, steps);
    const { after: _place, ...first } = ofProcess;
    const start = after?.processKey === key ? { after } : {};
    rows.push(...(await readInbox(tx, viewer, { ...first, ...start, limit: limit - rows.length })));
    if (rows.length > limit) break;
  }
  return rows;
}

const isOfProcess = (key: string): ListQuery['conditions'][number] =>
  key === ''
    ? { field: 'process', type: 'key', test: 'blank' }
    : { field: 'process', type: 'key', test: 'eq', value: key };
