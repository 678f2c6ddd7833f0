import { sql } from 'kysely';
import { DEPARTMENTS_MAX, DepartmentChange } from '../../../shared/contracts/departments.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Tx } from '../../platform/database.ts';
import { bodyCheck } from '../../platform/http/readable.ts';
import {
  bodyFaults,
  CHANGED,
  type CheckedRow,
  type CurrentEntry,
  chooseEntry,
  type EntryChange,
  type EntryRow,
  type ImportCall,
  type ImportChoice,
  type ImportResource,
  listColumns,
  type Names,
  namesOf,
  statusCells,
  type WrittenRow,
} from '../imports/index.ts';
import { lockTree, rebuildTree, unplaceDepartment } from './department-tree.store.ts';
import { departmentMessages } from './departments.messages.ts';
import { departmentsResource } from './departments.resource.ts';
import { removeDepartment, usesOfDepartment } from './departments.store.ts';
import { type PlacedRow, type RefusedRow, refusePlaces } from './import.rules.ts';
import type { CurrentDepartment } from './sync.rules.ts';
import { insertAll, readCurrent, updateAll } from './sync.store.ts';

interface Values {
  readonly code: string;
  readonly name: string;
  /** By code, as companies: new ones have no id yet. */
  readonly parent: ImportChoice | null;
  /** By username. */
  readonly manager: ImportChoice | null;
  readonly company: ImportChoice | null;
  readonly status: 'active' | 'inactive';
}

const check = bodyCheck(DepartmentChange);
const statusOf = statusCells(['active', 'inactive'], (language, id) =>
  departmentMessages.text(language, `status.${id}`),
);

/** Departments as a resource of imports (ADM-08), by code and in any order. */
export const departmentsImport: ImportResource = {
  name: 'departments',
  scope: 'reference',
  columns: listColumns(departmentsResource, {
    status: { text: (value, language) => departmentMessages.text(language, `status.${value as Values['status']}`) },
  }),
  keys: ['code'],
  async find(call, _key, codes) {
    const found = await read(call, sql`d.code = ANY(${[...codes]}::text[])`);
    return new Map(found.map((one) => [String(one.values.code), [one]]));
  },
  findByIds: (call, ids) => read(call, sql`d.id = ANY(${[...ids]}::uuid[])`),
  check: checkRows,
  write: writeDepartments,
};

async function read(
  { tx, isWriting }: ImportCall,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<CurrentEntry[]> {
  // As for single changes: the tree of the organisation stays as it is read.
  if (isWriting) await lockTree(tx);
  const { rows } = await sql<Values & { id: string; version: number }>`SELECT d.id, d.version, d.code, d.name,
      (SELECT jsonb_build_object('id', p.code, 'text', p.name) FROM department p WHERE p.id = d.parent_id) AS parent,
      (SELECT jsonb_build_object('id', u.username, 'text', coalesce(u.name, u.username)) FROM app_user u
        WHERE u.id = d.manager_id AND u.status <> 'erased') AS manager,
      (SELECT jsonb_build_object('id', c.code, 'text', c.name) FROM company c WHERE c.id = d.company_id) AS company,
      CASE WHEN d.active THEN 'active' ELSE 'inactive' END AS status
    FROM department d WHERE ${condition} AND d.removed_at IS NULL ORDER BY d.id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(
    tx,
  );
  return rows.map(({ id, version, ...values }) => ({ id, version, name: values.name, values: { ...values } }));
}

async function checkRows({ tx }: ImportCall, rows: readonly EntryRow[]): Promise<CheckedRow[]> {
  const before = new Map((await readCurrent(tx)).map((one) => [one.code, one]));
  const added = rows.flatMap(({ key, cells, current }) => (current ? [] : { code: key, name: cells.name ?? '' }));
  const parents = namesOf(
    [...before.values(), ...added].map(({ code, name }) => ({ code, names: [name], choice: { id: code, text: name } })),
  );
  const companies = await readCompanyNames(tx);
  const managers = await readManagerNames(tx, [...new Set(rows.flatMap(({ cells }) => cells.manager || []))]);
  let room = DEPARTMENTS_MAX - before.size;
  const results = rows.map((row): RefusedRow | PlacedRow<Values> => {
    const { key, cells, current } = row;
    const old = current?.values as Values | undefined;
    const faults: FieldError[] = [];
    const values: Values = {
      code: old?.code ?? key,
      name: cells.name ?? old?.name ?? '',
      parent: chooseEntry(parents, 'parent', cells.parent, old?.parent ?? null, faults),
      manager: chooseEntry(managers, 'manager', cells.manager, old?.manager ?? null, faults),
      company: chooseEntry(companies, 'company', cells.company, old?.company ?? null, faults),
      status: statusOf('status', cells.status, faults) ?? old?.status ?? 'active',
    };
    faults.push(...bodyFaults(check, { code: values.code, name: values.name }));
    if (!current && faults.length === 0) {
      room -= 1;
      if (room < 0) faults.push({ pointer: '', code: 'department.too_many', params: { max: DEPARTMENTS_MAX } });
    }
    return faults.length > 0 ? { faults } : { values };
  });
  return refusePlaces(before, results).map((result): CheckedRow => {
    if ('faults' in result) return result;
    const { values } = result;
    return {
      values: { ...values },
      name: values.name,
      follows: values.parent ? [values.parent.id] : [],
    };
  });
}

async function readCompanyNames(tx: Tx): Promise<Names> {
  const { rows } = await sql<{ code: string; name: string }>`SELECT code, name FROM company WHERE active`.execute(tx);
  return namesOf(rows.map(({ code, name }) => ({ code, names: [code, name], choice: { id: code, text: name } })));
}

async function readManagerNames(tx: Tx, cells: readonly string[]): Promise<Names> {
  const names = cells.map((cell) => cell.toLowerCase());
  const { rows } = await sql<{ username: string; email: string | null; name: string | null }>`
    SELECT username, email_key AS email, name FROM app_user WHERE id IN (
        SELECT id FROM app_user WHERE username = ANY(${names}::text[])
        UNION SELECT id FROM app_user WHERE email_key COLLATE "C" = ANY(${names}::text[])
        UNION SELECT id FROM app_user WHERE name_key = ANY(${names}::text[]))
      AND status = 'active' AND source <> 'partner'`.execute(tx);
  return namesOf(
    rows.map(({ username, email, name }) => {
      return { code: username, names: [username, email, name], choice: { id: username, text: name ?? username } };
    }),
  );
}

const toDepartment = ({ code, name, parent, manager, company, status }: Values): CurrentDepartment => ({
  code,
  name,
  parentCode: parent?.id ?? null,
  companyCode: company?.id ?? null,
  manager: manager?.id ?? null,
  active: status === 'active',
});

async function writeDepartments(call: ImportCall, changes: readonly EntryChange[]): Promise<WrittenRow[]> {
  const { tx, session } = call;
  const before = new Map((await readCurrent(tx)).map((one) => [one.code, one]));
  const wanted = changes.map(({ verb, values }): RefusedRow | PlacedRow<Values> =>
    verb === 'remove' ? { faults: [] } : { values: values as unknown as Values },
  );
  // The plan is checked; an undo meets departments that moved since.
  const placed = refusePlaces(before, wanted).map((one) => ('values' in one ? toDepartment(one.values) : undefined));
  const added = placed.flatMap((one) => (one && !before.has(one.code) ? one : []));
  await insertAll(tx, added);
  const changed = placed.flatMap((one) => one ?? []);
  await updateAll(tx, changed);
  const isMoved = changed.some(({ code, parentCode }) => before.get(code)?.parentCode !== parentCode);
  if (isMoved) await rebuildTree(tx);
  const { rows } = await sql<{ id: string; code: string; version: number }>`SELECT id, code, version FROM department
    WHERE code = ANY(${changed.map(({ code }) => code)}::text[]) AND removed_at IS NULL`.execute(tx);
  const written = new Map(rows.map(({ code, id, version }) => [code, { id, version }]));
  const results: WrittenRow[] = [];
  for (const [index, { verb, current }] of changes.entries()) {
    const department = placed[index];
    if (verb === 'remove') results.push(await removeAdded(tx, current!.id, session.languageId));
    else results.push(department ? written.get(department.code)! : { fault: CHANGED });
  }
  return results;
}

async function removeAdded(tx: Tx, id: string, languageId: string): Promise<WrittenRow> {
  const { people, usedBy } = await usesOfDepartment(tx, id, languageId);
  if (people + usedBy.length > 0) return { fault: CHANGED };
  await unplaceDepartment(tx, id);
  await removeDepartment(tx, id);
  return { id, version: 0 };
}
