import { type RawBuilder, sql } from 'kysely';
import type { Instance } from '../../../../shared/contracts/processes.contract.ts';
import type { Page } from '../../../../shared/contracts/shapes.contract.ts';
import { conditionSql, containsPattern } from '../../../platform/condition-sql.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { cursorOf } from '../../../platform/filters.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { INSTANCE_COLUMNS, type InstanceColumns, toInstance } from './instances.query.ts';

const COUNT_LIMIT = 1000;

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  process: sql`i.process_key`,
  status: sql`i.status`,
  businessKey: sql`i.business_key`,
  started: sql`i.started_at`,
};

/** Reads one page of instances. Ids begin with their time, so they sort by start. */
export async function listInstancePage(tx: Tx, list: ListQuery): Promise<Page<Instance>> {
  if (list.sort.length > 1) throw new AppError('sort.unknown_field', { field: list.sort[1]!.field });
  const conditions = list.conditions.map((condition) => conditionSql(COLUMNS[condition.field]!, condition));
  if (list.q?.trim()) {
    const pattern = containsPattern(list.q.trim());
    conditions.push(sql`(lower(i.business_key) LIKE ${pattern} OR lower(p.name) LIKE ${pattern})`);
  }
  const newestFirst = (list.sort[0]?.direction ?? 'desc') === 'desc';
  const down = list.before ? !newestFirst : newestFirst;
  const position = list.before ?? list.after;
  const from = position
    ? [sql<boolean>`i.id ${down ? sql`<` : sql`>`} ${assertUuid(position.id, 'page.cursor_mismatch')}::uuid`]
    : [];
  const { rows } = await sql<InstanceColumns>`
    SELECT ${INSTANCE_COLUMNS} FROM process_instance i JOIN process p ON p.key = i.process_key
    ${where([...conditions, ...from])} ORDER BY i.id ${down ? sql`DESC` : sql`ASC`} LIMIT ${sql.raw(String(list.limit + 1))}`.execute(
    tx,
  );
  const isCut = rows.length > list.limit;
  const shown = rows.slice(0, list.limit);
  if (list.before) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const total = list.count ? await countAll(tx, conditions) : undefined;
  return {
    items: shown.map(toInstance),
    next: (list.before || isCut) && last ? cursorOf(list, { values: [], id: last.id }) : null,
    previous:
      (list.before ? isCut : list.after !== undefined) && first ? cursorOf(list, { values: [], id: first.id }) : null,
    ...(total === undefined
      ? {}
      : { total: Math.min(total, COUNT_LIMIT), ...(total > COUNT_LIMIT ? { totalIsAtLeast: true } : {}) }),
  };
}

async function countAll(tx: Tx, conditions: readonly RawBuilder<boolean>[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT 1 FROM process_instance i JOIN process p ON p.key = i.process_key
      ${where(conditions)} LIMIT ${sql.raw(String(COUNT_LIMIT + 1))}) x`.execute(tx);
  return rows[0]!.total;
}

function where(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}
