import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** An index that finds the rows of a condition: those of each principal in a range, or tasks of whatever inbox. */
export type Driver =
  | { readonly range: Sql; readonly order: Sql }
  /** Gives `task_id`, at most so many; where it knows them, with `process_key`. */
  | { readonly tasks: (most: Sql) => Sql; readonly knowsProcess?: true };

/** One row for each that is found, at most `most`. */
export function driverCount(driver: Driver, most: Sql): Sql {
  return 'range' in driver
    ? sql`SELECT 1 FROM ${inRange(driver, sql`1`, most)} LIMIT ${most}`
    : sql`SELECT 1 FROM (${driver.tasks(most)}) e LIMIT ${most}`;
}

/** The rows `i` of the caller's inboxes that are found, with the principal `s`. */
export function driverRows(driver: Driver, most: Sql): Sql {
  return 'range' in driver
    ? inRange(driver, sql`i.*`, most)
    : sql`(SELECT DISTINCT e.task_id FROM (${driver.tasks(most)}) e) e
      CROSS JOIN LATERAL (SELECT * FROM task_inbox i WHERE i.task_id = e.task_id OFFSET 0) i JOIN p s ON s.principal = i.principal`;
}

function inRange({ range, order }: { range: Sql; order: Sql }, columns: Sql, most: Sql): Sql {
  return sql`p s CROSS JOIN LATERAL (SELECT ${columns} FROM task_inbox i
    WHERE i.principal = s.principal AND ${range} ORDER BY ${order} LIMIT ${most}) i`;
}

/** So much of each end of a text is kept (`task_ending`). */
const ENDING = 16;
const AFTER_ALL = '\u{10FFFF}';

/** Texts of which a part is looked for: `b` business keys, `n` names of a task's own. */
export type EndingScope = 'b' | 'n';

/** Where `task_ending` has what the text begins with, contains, ends with, or is. */
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
  // Texts too long to be cut up are looked at one by one.
  const long: EndingRange[] = isFromStart ? [] : [[`${scope}+`, `${scope}+`]];
  return [[from, isWhole ? from : from + AFTER_ALL], ...long];
}

/** The tasks that `task_ending` has in one of the ranges. */
export function endingDriver(ranges: readonly EndingRange[]): Driver {
  const [from, to] = [ranges.map(([one]) => one), ranges.map(([, one]) => one)];
  return {
    knowsProcess: true,
    tasks: (
      most,
    ) => sql`SELECT x.task_id, x.process_key FROM unnest(${from}::text[], ${to}::text[]) v(from_ending, to_ending)
      CROSS JOIN LATERAL (SELECT e.task_id, e.process_key FROM task_ending e WHERE e.ending >= v.from_ending COLLATE "C"
        AND e.ending <= v.to_ending COLLATE "C" ORDER BY e.ending LIMIT ${most}) x LIMIT ${most}`,
  };
}
