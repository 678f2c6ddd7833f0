import { type RawBuilder, sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Instance } from '../../../../shared/contracts/processes.contract.ts';
import type { Page } from '../../../../shared/contracts/shapes.contract.ts';
import { conditionSql, containsPattern } from '../../../platform/condition-sql.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { cursorOf } from '../../../platform/filters.ts';
import type { ListQuery, Position } from '../../../platform/list-query.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import { INSTANCE_COLUMNS, type InstanceColumns, toInstance } from './instances.query.ts';

const COUNT_LIMIT = 1000;

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  process: sql`i.process_key`,
  status: sql`i.status`,
  businessKey: sql`i.business_key_lower`,
  started: sql`i.started_at`,
};

/** Microseconds since 1970, in cursors. */
const STARTED = sql<string>`(extract(epoch FROM i.started_at) * 1000000)::bigint::text`;

/** Reads one page of instances by their start. Each filter but `like` has an index in this order. */
export async function listInstancePage(
  tx: Tx,
  scope: VersionScope,
  list: ListQuery,
  language: LanguageId,
): Promise<Page<Instance>> {
  if (list.sort.length > 1) throw new AppError('sort.unknown_field', { field: list.sort[1]!.field });
  const conditions = list.conditions.map((condition) =>
    conditionSql(COLUMNS[condition.field]!, condition, { isLower: condition.field === 'businessKey' }),
  );
  if (list.q?.trim()) {
    const pattern = containsPattern(list.q.trim());
    conditions.push(sql`(i.business_key_lower LIKE ${pattern} OR lower(p.name) LIKE ${pattern})`);
  }
  const newestFirst = (list.sort[0]?.direction ?? 'desc') === 'desc';
  const down = list.before ? !newestFirst : newestFirst;
  const position = list.before ?? list.after;
  const direction = down ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<InstanceColumns & { readonly at: string }>`
    SELECT ${INSTANCE_COLUMNS}, ${STARTED} AS at FROM process_instance i JOIN process p ON p.key = i.process_key
    ${where([...conditions, ...(position ? [beyond(position, down)] : [])])}
    ORDER BY i.started_at ${direction}, i.id ${direction} LIMIT ${sql.raw(String(list.limit + 1))}`.execute(tx);
  const isCut = rows.length > list.limit;
  const shown = rows.slice(0, list.limit);
  if (list.before) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const placeOf = (row: (typeof rows)[number] | undefined) =>
    row ? cursorOf(list, { values: [row.at], id: row.id }) : null;
  const items: Instance[] = [];
  for (const row of shown) {
    const definition = await loadDefinition(tx, scope, row.process_key, row.number);
    items.push(toInstance(row, definition?.names, language));
  }
  const total = list.count ? await countAll(tx, conditions) : undefined;
  return {
    items,
    next: list.before || isCut ? placeOf(last) : null,
    previous: (list.before ? isCut : list.after !== undefined) ? placeOf(first) : null,
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

const INSTANT = /^-?\d{1,16}$/;

/** Condition for instances after a cursor in this direction. Throws page.cursor_mismatch for a cursor that this server did not issue. */
function beyond({ id, values }: Position, down: boolean): RawBuilder<boolean> {
  const [at] = values;
  if (!isUuid(id) || values.length !== 1 || typeof at !== 'string' || !INSTANT.test(at)) {
    throw new AppError('page.cursor_mismatch');
  }
  return sql`(i.started_at, i.id) ${down ? sql`<` : sql`>`} (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${id}::uuid)`;
}
