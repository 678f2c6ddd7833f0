import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Tx } from '../../platform/database.ts';
import type { CheckedRow, EntryRow, ImportCall } from '../imports/index.ts';
import { lockManagers, statusTitle } from '../people/index.ts';
import { readGroupNames, readKnown, readProductGroups } from './choices.store.ts';
import { usersInCircles } from './circles.rules.ts';
import { checkPerson, type PersonResult, type PersonRules } from './person.rules.ts';
import { type PersonEntry, toValues } from './person-entry.ts';

/** Rows after which other requests have a turn. */
const TURN_ROWS = 500;
const STATUSES = ['active', 'invited', 'disabled'] as const;
const STATUS_NAMES = new Map(
  STATUSES.flatMap((status) => [
    [status as string, status] as const,
    ...LANGUAGES.map((language) => [statusTitle(language, status).toLowerCase(), status] as const),
  ]),
);

type Row = EntryRow<PersonEntry>;

/** Applies the rules of users to rows, and refuses managers in a circle. */
export async function checkPeople(call: ImportCall, rows: readonly Row[]): Promise<CheckedRow[]> {
  const changesManagers = rows.some(({ cells }) => cells.manager !== undefined);
  if (changesManagers && call.isWriting) await lockManagers(call.tx);
  const rules: PersonRules = {
    caller: call.session,
    known: await readKnown(call, rows),
    options: call.options,
    statusOf: (text) => STATUS_NAMES.get(text.toLowerCase()),
    groupNames: await readGroupNames(call.tx),
    productGroups: await readProductGroups(call.tx),
    added: new Map(
      rows.flatMap(({ current, cells }) => {
        const username = cells.username?.toLowerCase();
        return current || !username ? [] : [[username, cells.name || username] as const];
      }),
    ),
  };
  const results: PersonResult[] = [];
  for (const row of rows) {
    results.push(checkPerson(rules, row));
    if (results.length % TURN_ROWS === 0) await setImmediate();
  }
  refuseSharedUsernames(rows, results);
  if (changesManagers) await refuseManagers(call, rules, rows, results);
  return results.map((result, index) => ('faults' in result ? result : checkedOf(rules, rows[index]!, result)));
}

function checkedOf(
  { added }: PersonRules,
  row: Row,
  { values }: Extract<PersonResult, { values: unknown }>,
): CheckedRow {
  const follows = values.manager.map(({ id }) => id);
  return { values: toValues(values), name: values.name, ...(row.cells.manager || added.size > 0 ? { follows } : {}) };
}

/** With another key than the username, two new users can have the same one. */
function refuseSharedUsernames(rows: readonly Row[], results: PersonResult[]): void {
  const seen = new Set<string>();
  for (const [index, result] of results.entries()) {
    if ('faults' in result || rows[index]!.current) continue;
    const { username } = result.values;
    const fault: FieldError = { pointer: '/id', code: 'user.id_taken', params: { attribute: 'id', value: username } };
    if (seen.has(username)) results[index] = { faults: [fault] };
    seen.add(username);
  }
}

/** Refuses rows whose managers are in a circle or refused themselves; what that leaves is checked again. */
async function refuseManagers(
  call: ImportCall,
  { added }: PersonRules,
  rows: readonly Row[],
  results: PersonResult[],
): Promise<void> {
  const managers = await readLineManagers(call.tx);
  for (let refused = true; refused; ) {
    refused = false;
    const wanted = new Map(managers);
    const alive = new Set<string>();
    for (const result of results) {
      if ('faults' in result) continue;
      const { username, manager } = result.values;
      alive.add(username);
      wanted.set(
        username,
        manager.map(({ id }) => id),
      );
    }
    const circular = usersInCircles(wanted);
    for (const [index, result] of results.entries()) {
      if ('faults' in result || rows[index]!.cells.manager === undefined) continue;
      const { username, name, manager } = result.values;
      const lost = manager.find(({ id }) => added.has(id) && !alive.has(id));
      const before = managers.get(username) ?? [];
      const isChanged = manager.length !== before.length || manager.some(({ id }) => !before.includes(id));
      const inCircle = circular.has(username) && isChanged;
      if (!lost && !inCircle) continue;
      const fault: FieldError = lost
        ? { pointer: '/manager', code: 'field.choice_unknown', params: { attribute: 'manager', value: lost.id } }
        : { pointer: '/manager', code: 'manager.cycle', params: { name, other: manager[0]?.text ?? '' } };
      results[index] = { faults: [fault] };
      refused = true;
    }
  }
}

/** Two plain reads: the planner would join a growing table by nested loops. */
async function readLineManagers(tx: Tx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ user: string; manager: string }>`SELECT user_id AS "user", manager_id AS manager
    FROM user_manager WHERE kind = 'line'`.execute(tx);
  const keys = [...new Set(rows.flatMap(({ user, manager }) => [user, manager]))];
  const people = await sql<{ id: string; username: string }>`SELECT id, username FROM app_user
    WHERE id = ANY(${keys}::uuid[])`.execute(tx);
  const names = new Map(people.rows.map(({ id, username }) => [id, username]));
  const managers = new Map<string, string[]>();
  for (const { user, manager } of rows) {
    const name = names.get(user)!;
    const above = managers.get(name);
    if (above) above.push(names.get(manager)!);
    else managers.set(name, [names.get(manager)!]);
  }
  return managers;
}
