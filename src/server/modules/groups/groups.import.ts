import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { type PeopleGroup, updatePeopleGroup } from '../../../shared/contracts/groups.contract.ts';
import { isGroupId } from '../../../shared/contracts/groups.rules.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { isElement } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { bodyCheck } from '../../platform/http/readable.ts';
import {
  bodyFaults,
  CHANGED,
  type CheckedRow,
  type CurrentEntry,
  type EntryChange,
  type EntryRow,
  faultsOfError,
  type ImportCall,
  type ImportChoice,
  type ImportResource,
  listColumns,
  type WrittenRow,
  writeEach,
} from '../imports/index.ts';
import { ADMINISTRATORS, keepingAdministrators, notifyProfileChanged } from '../users/index.ts';
import { groupsResource } from './groups.resource.ts';
import { insertGroup, removeGroup, updateGroup, usesOfGroup } from './groups.store.ts';
import { deleteMembers, findUsersOf, insertMembers, type MemberName, readMemberNames } from './members.store.ts';

interface Values {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** By username. */
  readonly members: readonly ImportChoice[];
}

interface GroupEntry extends CurrentEntry {
  readonly kind: PeopleGroup['kind'];
  readonly memberships: readonly MemberName[];
}

const check = bodyCheck(updatePeopleGroup.body);

/** Groups with their members as a resource of imports (ADM-08), by id. */
export const groupsImport: ImportResource<GroupEntry> = {
  name: 'groups',
  scope: 'people',
  columns: listColumns(groupsResource, { kind: { isIgnored: true }, members: {} }).map((column) =>
    column.field === 'members' ? { field: column.field, title: column.title } : column,
  ),
  keys: ['id'],
  async find(call, _key, ids) {
    const found = await read(call, ids);
    return new Map(found.map((one) => [one.id, [one]]));
  },
  findByIds: read,
  changesAdministrators: ({ values }) => ADMINISTRATORS.includes((values as unknown as Values).id),
  check: checkRows,
  write: (call, changes) => writeEach(changes, (change) => writeGroup(call, change)),
};

async function read({ tx, isWriting }: ImportCall, ids: readonly string[]): Promise<GroupEntry[]> {
  const { rows } = await sql<
    Omit<Values, 'members'> & Pick<GroupEntry, 'kind' | 'version'>
  >`SELECT g.id, g.name, g.description, g.kind, g.version
    FROM app_group g WHERE g.id = ANY(${[...ids]}::text[]) ORDER BY g.id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(
    tx,
  );
  const names = await readMemberNames(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ version, kind, ...group }) => {
    const memberships = names.get(group.id) ?? [];
    const members = memberships.map(({ username, name }) => ({ id: username, text: name }));
    return { id: group.id, name: group.name, kind, version, values: { ...group, members }, memberships };
  });
}

const partsOf = (cell: string): string[] => [
  ...new Set(cell.split(/[,;\n]/).flatMap((part) => part.trim().toLowerCase() || [])),
];

async function checkRows({ tx, session }: ImportCall, rows: readonly EntryRow<GroupEntry>[]): Promise<CheckedRow[]> {
  const known = await readUsernames(tx, [...new Set(rows.flatMap(({ cells }) => partsOf(cells.members ?? '')))]);
  return rows.map(({ key, cells, current }): CheckedRow => {
    const before = current?.values as unknown as Values | undefined;
    const faults: FieldError[] = [];
    if (isElement(session) && (current?.kind === 'product' || ADMINISTRATORS.includes(key))) {
      faults.push({ pointer: '/id', code: 'element.application_only' });
    }
    if (!isGroupId(key)) faults.push({ pointer: '/id', code: 'field.pattern', params: { attribute: 'id' } });
    const names = cells.members === undefined ? undefined : partsOf(cells.members);
    const own = new Map(before?.members.map((one) => [one.id, one]));
    const members = names?.flatMap((username) => {
      const one = own.get(username) ?? known.get(username);
      if (!one) {
        const params = { attribute: 'members', value: username };
        faults.push({ pointer: '/members', code: 'field.choice_unknown', params });
      }
      return one ?? [];
    });
    const values: Values = {
      id: key,
      name: cells.name ?? before?.name ?? '',
      description: cells.description === undefined ? (before?.description ?? null) : cells.description || null,
      members: members ?? before?.members ?? [],
    };
    faults.push(...bodyFaults(check, { name: values.name, description: values.description }));
    faults.push(...memberFaults(key, values.members, current, session.userId));
    return faults.length > 0 ? { faults } : { values: { ...values }, name: values.name };
  });
}

/** Rules of single changes: rights of the provider are never imported, and administrators keep their own right. */
function memberFaults(
  id: string,
  members: readonly ImportChoice[],
  current: GroupEntry | undefined,
  userId: string,
): FieldError[] {
  const wanted = new Set(members.map((one) => one.id));
  const lost = (current?.memberships ?? []).filter(({ username }) => !wanted.has(username));
  const isChanged = lost.length > 0 || wanted.size !== (current?.memberships.length ?? 0);
  if (id === 'verva.admin' && isChanged) {
    return [{ pointer: '/members', code: 'field.not_editable', params: { attribute: 'members' } }];
  }
  const provided = lost.find(({ source }) => source === 'idp' || source === 'scim');
  if (provided) return [{ pointer: '/members', code: 'group.managed_elsewhere', params: { name: provided.name } }];
  return ADMINISTRATORS.includes(id) && lost.some(({ key }) => key === userId)
    ? [{ pointer: '/members', code: 'group.own_right' }]
    : [];
}

async function readUsernames(tx: Tx, usernames: readonly string[]): Promise<Map<string, ImportChoice>> {
  const { rows } = await sql<{ username: string; name: string }>`SELECT username, coalesce(name, username) AS name
    FROM app_user WHERE username = ANY(${[...usernames]}::text[]) AND status <> 'erased' AND source <> 'partner'`.execute(
    tx,
  );
  return new Map(rows.map(({ username, name }) => [username, { id: username, text: name }]));
}

async function writeGroup(call: ImportCall, change: EntryChange<GroupEntry>): Promise<WrittenRow> {
  const { session } = call;
  const { current, verb } = change;
  if (verb === 'remove') return removeAdded(call, current!);
  const { id, members } = change.values as unknown as Values;
  // An undo is not checked before.
  const [fault] = memberFaults(id, members, current, session.userId);
  if (fault) return { fault };
  if (!ADMINISTRATORS.includes(id)) return writeValues(call, call.tx, change);
  try {
    return await call.tx.transaction().execute((tx) => keepingAdministrators(tx, () => writeValues(call, tx, change)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { fault: faultsOfError(error)[0]! };
  }
}

async function writeValues(
  call: ImportCall,
  tx: Tx,
  { current, values }: EntryChange<GroupEntry>,
): Promise<WrittenRow> {
  const { id, name, description, members } = values as unknown as Values;
  if (current) await updateGroup(tx, { id, name, description });
  else if (!(await insertGroup(tx, { id, name, description }))) return { fault: CHANGED };
  const usernames = members.map((one) => one.id);
  const wanted = new Set(usernames);
  const found = await findUsersOf(tx, id, usernames);
  const add = found.flatMap(({ user, source }) => (source === null ? user : []));
  const lost = (current?.memberships ?? []).filter(({ username }) => !wanted.has(username));
  const remove = lost.map(({ key, username, name: text }) => ({ key, id: username, name: text }) as UserRef);
  if (add.length > 0) await insertMembers(tx, id, add, 'manual');
  if (remove.length > 0) await deleteMembers(tx, id, remove);
  await forget(
    call,
    tx,
    [...add, ...remove].map(({ key }) => key),
  );
  const { rows } = await sql<{ version: number }>`SELECT version FROM app_group WHERE id = ${id}`.execute(tx);
  return { id, version: rows[0]!.version };
}

async function removeAdded(call: ImportCall, { id, memberships }: GroupEntry): Promise<WrittenRow> {
  const { tx, session } = call;
  if ((await usesOfGroup(tx, id, session.languageId)).length > 0) return { fault: CHANGED };
  await removeGroup(tx, id);
  await forget(
    call,
    tx,
    memberships.map(({ key }) => key),
  );
  return { id, version: 0 };
}

async function forget({ context, afterwards }: ImportCall, tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await notifyProfileChanged(tx, key);
  afterwards(() => {
    for (const userId of keys) context.verifier.forget({ userId });
  });
}
