import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { uuidsOf } from '../../../platform/lookup.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import { formVersion } from '../../forms/index.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import { type FourEyesFacts, namedPeople } from '../engine/four-eyes.rules.ts';
import type { FourEyes } from '../engine/model.ts';
import { taskOutcomes } from './task-outcomes.ts';

/** Columns of a task that determine whether it is a decision. */
export interface DecisionRow {
  readonly id: string;
  readonly instance_id: string | null;
  readonly process_key: string | null;
  readonly process_number: number | null;
  readonly node_id: string | null;
  readonly form_id: string | null;
  readonly form_number: number | null;
  /** The rule of its process. Null for tasks without a process. */
  readonly four_eyes: FourEyes | null;
}

/** Reads the users whom the four-eyes rule excludes, by task. Unrestricted tasks have no entry. */
export async function readFourEyes(
  tx: Tx,
  scope: VersionScope,
  tasks: readonly DecisionRow[],
): Promise<ReadonlyMap<string, FourEyesFacts>> {
  const restricted: (DecisionRow & { instance_id: string })[] = [];
  for (const task of tasks) {
    const { four_eyes, instance_id } = task;
    if (four_eyes === null || four_eyes === 'none' || instance_id === null) continue;
    if (await isDecision(tx, scope, task)) restricted.push({ ...task, instance_id });
  }
  if (restricted.length === 0) return new Map();
  const cases = await readCases(
    tx,
    restricted.map((task) => task.instance_id),
  );
  const strict = restricted.filter(({ four_eyes }) => four_eyes === 'strict');
  const deciders = await readDeciders(tx, scope, [...new Set(strict.map((task) => cases.get(task.instance_id)!.root))]);
  return new Map(
    restricted.map((task) => {
      const { root, requesters } = cases.get(task.instance_id)!;
      const decided = task.four_eyes === 'strict' ? deciders.get(root) : undefined;
      return [task.id, { requesters, deciders: decided ?? new Set() }];
    }),
  );
}

/** Returns the users whose case an instance is: who started it, and those whom its variable `requester` names. */
export async function readRequesters(tx: Tx, instanceId: string): Promise<readonly string[]> {
  return [...((await readCases(tx, [instanceId])).get(instanceId)?.requesters ?? [])];
}

/** Whether a task has two or more outcomes. */
async function isDecision(tx: Tx, scope: VersionScope, task: Omit<DecisionRow, 'four_eyes'>): Promise<boolean> {
  const { process_key: key, process_number: number, node_id, form_id, form_number } = task;
  if (key === null || number === null || node_id === null) return false;
  const form = form_id === null || form_number === null ? null : await formVersion(tx, scope, form_id, form_number);
  const definition = form ? undefined : await loadDefinition(tx, scope, key, number);
  return taskOutcomes({ form_id, node_id }, definition, form).length > 1;
}

interface Case {
  /** The root instance of the case. */
  readonly root: string;
  readonly requesters: ReadonlySet<string>;
}

/** Reads the case of each instance. A called instance belongs to the case of its caller. */
async function readCases(tx: Tx, instanceIds: readonly string[]): Promise<Map<string, Case>> {
  const { rows } = await sql<{
    of: string;
    id: string;
    parent_id: string | null;
    starter_id: string | null;
    requester_id: string | null;
    requester: unknown;
  }>`
    WITH RECURSIVE up AS (
      SELECT i.id AS "of", i.id, i.parent_id, i.starter_id, i.requester_id, ${REQUESTER} AS requester, 1 AS depth
      FROM process_instance i WHERE i.id = ANY(${[...new Set(instanceIds)]}::uuid[])
      UNION ALL
      SELECT up."of", i.id, i.parent_id, i.starter_id, i.requester_id, ${REQUESTER}, up.depth + 1
      FROM up JOIN process_instance i ON i.id = up.parent_id WHERE up.depth < 50)
    SELECT "of", id, parent_id, starter_id, requester_id, requester FROM up`.execute(tx);
  const known = await resolvePeople(
    tx,
    rows.flatMap(({ requester }) => namedPeople(requester)),
  );
  const cases = new Map<string, { root: string; requesters: Set<string> }>();
  for (const row of rows) {
    const one = cases.get(row.of) ?? { root: row.of, requesters: new Set() };
    cases.set(row.of, one);
    if (row.parent_id === null) one.root = row.id;
    for (const id of [row.starter_id, row.requester_id]) if (id !== null) one.requesters.add(id);
    for (const name of namedPeople(row.requester)) {
      const id = known.get(name.toLowerCase());
      if (id !== undefined) one.requesters.add(id);
    }
  }
  return cases;
}

/** The process variable `requester` of instance `i`; item 0 of a state holds those of the process. */
const REQUESTER = sql`coalesce(i.state #> '{items,0,vars,requester}', i.state #> '{end,requester}')`;

/** Resolves usernames and user ids in lower case to user ids. */
async function resolvePeople(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const { rows } = await sql<{ id: string; username: string }>`
    SELECT u.id, u.username FROM unnest(${wanted}::text[]) AS x(name)
      JOIN LATERAL (SELECT id, username FROM app_user WHERE username = x.name OFFSET 0) u ON true
    UNION SELECT u.id, u.username FROM unnest(${uuidsOf(wanted)}::uuid[]) AS x(id)
      JOIN LATERAL (SELECT id, username FROM app_user WHERE id = x.id OFFSET 0) u ON true`.execute(tx);
  return new Map(
    rows.flatMap(({ id, username }): [string, string][] => [
      [id, id],
      [username, id],
    ]),
  );
}

/** Reads the users who have decided in each case, by root instance: callers and delegators. */
async function readDeciders(
  tx: Tx,
  scope: VersionScope,
  roots: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const deciders = new Map<string, Set<string>>();
  if (roots.length === 0) return deciders;
  const { rows } = await sql<Omit<DecisionRow, 'id' | 'four_eyes'> & { root: string; persons: (string | null)[] }>`
    WITH RECURSIVE down AS (
      SELECT id AS root, id, 1 AS depth FROM process_instance WHERE id = ANY(${[...roots]}::uuid[])
      UNION ALL
      SELECT down.root, i.id, down.depth + 1 FROM down JOIN process_instance i ON i.parent_id = down.id WHERE down.depth < 50)
    SELECT DISTINCT down.root, t.process_key, t.process_number, t.node_id, t.form_id, t.form_number,
      ARRAY[t.ended_by, t.on_behalf_of] AS persons
    FROM down JOIN task t ON t.instance_id = down.id WHERE t.status = 'completed'`.execute(tx);
  for (const row of rows) {
    if (!(await isDecision(tx, scope, { ...row, id: '', instance_id: null }))) continue;
    const of = deciders.get(row.root) ?? new Set();
    deciders.set(row.root, of);
    for (const person of row.persons) if (person !== null) of.add(person);
  }
  return deciders;
}

/**
 * Serialises the decisions of one case until this transaction ends. Two called instances of a case have separate locks,
 * so without this lock a user could decide in both at the same time.
 */
export async function lockDecisions(tx: Tx, instanceId: string): Promise<void> {
  await sql`
    WITH RECURSIVE up AS (
      SELECT id, parent_id, 1 AS depth FROM process_instance WHERE id = ${instanceId}::uuid
      UNION ALL
      SELECT i.id, i.parent_id, up.depth + 1 FROM up JOIN process_instance i ON i.id = up.parent_id WHERE up.depth < 50)
    SELECT pg_advisory_xact_lock(hashtextextended('four-eyes/' || id::text, 0)) FROM up WHERE parent_id IS NULL`.execute(
    tx,
  );
}
