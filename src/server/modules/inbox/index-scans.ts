import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** An index scan for the rows of a condition: a range in each principal's rows, or tasks of any inbox. */
export type IndexScan =
  | { readonly range: Sql; readonly order: Sql }
  /** Selects at most `limit` rows with `task_id`, and `process_key` if `hasProcess`. */
  | { readonly tasks: (limit: Sql) => Sql; readonly hasProcess?: true };

/** Selects one row for each hit, at most `limit`. */
export function scanHits(scan: IndexScan, limit: Sql): Sql {
  return 'range' in scan
    ? sql`SELECT 1 FROM ${inRange(scan, sql`1`, limit)} LIMIT ${limit}`
    : sql`SELECT 1 FROM (${scan.tasks(limit)}) e LIMIT ${limit}`;
}

/** Selects the hits `i` in the caller's inboxes, with the principal `s`. */
export function scanRows(scan: IndexScan, limit: Sql): Sql {
  return 'range' in scan
    ? inRange(scan, sql`i.*`, limit)
    : sql`(SELECT DISTINCT e.task_id FROM (${scan.tasks(limit)}) e) e
      CROSS JOIN LATERAL (SELECT * FROM task_inbox i WHERE i.task_id = e.task_id OFFSET 0) i JOIN p s ON s.principal = i.principal`;
}

function inRange({ range, order }: { range: Sql; order: Sql }, columns: Sql, limit: Sql): Sql {
  return sql`p s CROSS JOIN LATERAL (SELECT ${columns} FROM task_inbox i
    WHERE i.principal = s.principal AND ${range} ORDER BY ${order} LIMIT ${limit}) i`;
}

/** Number of characters that `task_ending` indexes from each position of a text. */
const ENDING = 16;
const AFTER_ALL = '\u{10FFFF}';

/** Texts with a substring index: `b` business keys, `n` names of individual tasks. */
export type EndingScope = 'b' | 'n';

/** Range of `task_ending` for texts that begin with, contain, end with or equal a value. */
export type EndingRange = readonly [from: string, to: string];

export function endingRanges(
  scope: EndingScope,
  how: 'is' | 'startsWith' | 'contains' | 'endsWith',
  value: string,
): EndingRange[] {
  const letters = [...value.toLowerCase()];
  const start = letters.slice(0, ENDING).join('');
  const isWhole = letters.length < ENDING && (how === 'is' || how === 'endsWith');
  const isFromStart = how === 'is' || how === 'startsWith';
  const from = `${scope}${isFromStart ? '^' : '-'}${start}`;
  // Texts that are too long for the substring index are checked one by one.
  const long: EndingRange[] = isFromStart ? [] : [[`${scope}+`, `${scope}+`]];
  return [[from, isWhole ? from : from + AFTER_ALL], ...long];
}

/** Returns a scan for the tasks with an ending in one of the ranges. */
export function endingScan(ranges: readonly EndingRange[]): IndexScan {
  const [from, to] = [ranges.map(([one]) => one), ranges.map(([, one]) => one)];
  return {
    hasProcess: true,
    tasks: (
      limit,
    ) => sql`SELECT x.task_id, x.process_key FROM unnest(${from}::text[], ${to}::text[]) v(from_ending, to_ending)
      CROSS JOIN LATERAL (SELECT e.task_id, e.process_key FROM task_ending e WHERE e.ending >= v.from_ending COLLATE "C"
        AND e.ending <= v.to_ending COLLATE "C" ORDER BY e.ending LIMIT ${limit}) x LIMIT ${limit}`,
  };
}
