import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { UserChange } from '../../../shared/contracts/session.contract.ts';
import { isElement } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { EntryRow, ImportCall, ImportChoice } from '../imports/index.ts';
import { ADMINISTRATORS, changedUser, isSameAddress, newUser } from '../users/index.ts';
import { type Known, partsOf } from './choices.store.ts';
import { type PersonEntry, type PersonValues, valuesOf } from './person-entry.ts';

const EXTERNAL_ID_MAX = 200;
const STATUSES = ['active', 'invited', 'disabled'] as const;
type Status = (typeof STATUSES)[number];

export interface PersonRules {
  readonly caller: CallerSession;
  readonly known: Known;
  readonly options: Pick<ImportCall['options'], 'key'>;
  /** Texts of a status in every language. */
  readonly statusOf: (text: string) => Status | undefined;
  readonly groupNames: ReadonlyMap<string, string>;
  readonly productGroups: readonly string[];
  /** Names of users that the file adds, by username. */
  readonly added: ReadonlyMap<string, string>;
}

export type PersonResult = { readonly values: PersonValues } | { readonly faults: readonly FieldError[] };

type Row = EntryRow<PersonEntry>;

/** Applies the rules of creating and changing users to a row. */
export function checkPerson(rules: PersonRules, row: Row): PersonResult {
  const { caller, known } = rules;
  const { cells, current } = row;
  const faults: FieldError[] = [];
  const cell = (field: string) => cells[field];
  const one = (field: 'department' | 'company') =>
    choose(known[`${field === 'department' ? 'departments' : 'companies'}`], field, cell(field), faults);
  const department = one('department');
  const company = one('company');
  const before = current && valuesOf(current, rules.groupNames);
  const groups = many(known.groups, 'groups', cell('groups'), before?.groups, faults);
  const tags = many(known.tags, 'tags', cell('tags'), before?.tags, faults);
  const languageText = cell('languageId');
  const languageId = languageText ? (known.languages.get(languageText.toLowerCase()) ?? languageText) : undefined;
  const choices = {
    languages: [...new Set(known.languages.values())],
    groups: [...rules.groupNames.keys()],
    productGroups: rules.productGroups,
    companies: company ? [company.id] : [],
    departments: department ? [department.id] : [],
    mayRename: true,
  };
  const externalId = cell('externalId') === undefined ? (current?.externalId ?? null) : cell('externalId') || null;
  faults.push(...externalFaults(caller, externalId, current, known));
  const manager = managersOf(rules, row, faults);
  const status = statusOf(rules, row, faults);
  try {
    const user = current
      ? changedUser(caller, current.user, changeOf(rules, row, { department, company, groups, languageId }), choices)
      : newUser(
          caller,
          {
            id: cell('username') ?? '',
            name: cell('name') ?? '',
            email: cell('email') ?? '',
            phoneNumber: cell('phoneNumber') ?? '',
            languageId: languageId ?? known.defaultLanguage,
            jobTitle: cell('jobTitle') ?? '',
            groups: groups?.map(({ id }) => id) ?? [],
            companyId: company?.id ?? null,
            departmentId: department?.id ?? null,
          },
          choices,
        );
    faults.push(...accountFaults(rules, row, user.email), ...rightFaults(caller, current, user.groups));
    if (faults.length > 0) return { faults };
    const { name, email, phoneNumber, jobTitle } = user;
    const values = {
      name,
      username: current?.user.id ?? row.cells.username!.trim().toLowerCase(),
      email,
      phoneNumber,
      languageId: user.languageId,
      jobTitle,
      department: department === undefined ? (before?.department ?? null) : department,
      company: company === undefined ? (before?.company ?? null) : company,
      manager: manager ?? before?.manager ?? [],
      groups: user.groups.map((id) => ({ id, text: rules.groupNames.get(id) ?? id })),
      tags: tags ?? before?.tags ?? [],
      externalId,
      status,
    };
    return { values };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'user.invalid') throw error;
    return { faults: [...(error.extra.errors ?? []), ...faults] };
  }
}

interface Chosen {
  readonly department: ImportChoice | null | undefined;
  readonly company: ImportChoice | null | undefined;
  readonly groups: readonly ImportChoice[] | undefined;
  readonly languageId: string | undefined;
}

function changeOf({ options }: PersonRules, { cells, current }: Row, chosen: Chosen): UserChange {
  const { user } = current!;
  const { department, company, groups, languageId } = chosen;
  const ref = (choice: ImportChoice | null) => choice && { id: choice.id, name: choice.text };
  return {
    name: cells.name ?? user.name,
    email: cells.email ?? user.email,
    phoneNumber: cells.phoneNumber ?? user.phoneNumber,
    languageId: languageId ?? user.languageId,
    ...(cells.jobTitle === undefined ? {} : { jobTitle: cells.jobTitle }),
    // The same choice has the same name as in the row, so that only another one counts as a change.
    ...(department === undefined || department?.id === user.department?.id ? {} : { department: ref(department) }),
    ...(company === undefined || company?.id === user.company?.id ? {} : { company: ref(company) }),
    ...(groups === undefined ? {} : { groups: groups.map(({ id }) => id) }),
    ...(cells.username && options.key !== 'username' ? { id: cells.username.toLowerCase() } : {}),
  };
}

/** Returns the entry that a cell names; undefined without the column, null for an empty cell. */
function choose(
  names: Known['departments'],
  field: string,
  cell: string | undefined,
  faults: FieldError[],
): ImportChoice | null | undefined {
  if (cell === undefined) return undefined;
  if (cell === '') return null;
  const entries = found(names, cell) ?? [];
  if (entries.length === 1) return entries[0];
  faults.push(unknown(field, cell, entries.length > 1));
  return undefined;
}

const exportedText = (choices: readonly ImportChoice[]): string =>
  choices
    .map(({ text }) => text)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .join(', ');

const found = (names: Known['groups'], cell: string) => names.get(cell) ?? names.get(cell.toLowerCase());

function many(
  names: Known['groups'],
  field: string,
  cell: string | undefined,
  before: readonly ImportChoice[] | undefined,
  faults: FieldError[],
): readonly ImportChoice[] | undefined {
  if (cell === undefined) return undefined;
  // The cell of an exported list: names can be ambiguous, or contain a comma.
  if (before && before.length > 0 && cell === exportedText(before)) return before;
  const whole = found(names, cell);
  if (whole?.length === 1) return whole;
  const chosen = partsOf(cell).flatMap((part) => choose(names, field, part, faults) ?? []);
  return [...new Map(chosen.map((one) => [one.id, one])).values()];
}

const unknown = (attribute: string, value: string, isAmbiguous = false): FieldError => ({
  pointer: `/${attribute}`,
  code: isAmbiguous ? 'import.key_ambiguous' : 'field.choice_unknown',
  params: { attribute, value },
});

function managersOf(
  rules: PersonRules,
  { cells, current }: Row,
  faults: FieldError[],
): readonly ImportChoice[] | undefined {
  const { known, added } = rules;
  const cell = cells.manager;
  if (cell === undefined) return undefined;
  const own = current?.user.id ?? cells.username?.toLowerCase();
  const names = {
    get: (name: string) => {
      const text = added.get(name);
      return text === undefined ? known.managers.get(name) : [{ id: name, text }];
    },
  } as Known['managers'];
  const chosen = many(names, 'manager', cell, current && valuesOf(current, rules.groupNames).manager, faults);
  if (chosen?.some(({ id }) => id === own)) faults.push(unknown('manager', own!));
  return chosen;
}

function statusOf(rules: PersonRules, { cells, current }: Row, faults: FieldError[]): Status {
  const before = current ? valuesOf(current, rules.groupNames).status : 'invited';
  const cell = cells.status;
  if (!cell) return before;
  const wanted = rules.statusOf(cell);
  if (wanted === undefined) faults.push(unknown('status', cell));
  // Users become active by signing in; an import only deactivates and reactivates.
  const after = wanted === 'disabled' ? 'disabled' : before === 'disabled' ? 'active' : before;
  const { caller } = rules;
  if (after !== before && isElement(caller)) {
    faults.push({ pointer: '/status', code: 'field.not_editable', params: { attribute: 'status' } });
  }
  if (after === before || !current) return after;
  if (current.user.key === caller.userId) faults.push({ pointer: '/status', code: 'user.own_account' });
  const guarded = caller.userId === '' ? ADMINISTRATORS : caller.isProvider ? [] : ['verva.admin'];
  const isProtected = current.user.groups.some((group) => guarded.includes(group));
  if (isProtected) faults.push({ pointer: '/status', code: 'access.denied' });
  return after;
}

function externalFaults(
  caller: CallerSession,
  id: string | null,
  current: PersonEntry | undefined,
  known: Known,
): FieldError[] {
  const attribute = 'externalId';
  // Accounts at identity providers can be linked by it.
  if (isElement(caller) && id !== (current?.externalId ?? null)) {
    return [{ pointer: '/externalId', code: 'field.not_editable', params: { attribute } }];
  }
  if (id === null || id === current?.externalId) return [];
  if (id.length > EXTERNAL_ID_MAX) {
    return [{ pointer: '/externalId', code: 'field.too_long', params: { attribute, max: EXTERNAL_ID_MAX } }];
  }
  const owner = known.externalOwners.get(id);
  if (owner === undefined || owner === current?.id) return [];
  return [{ pointer: '/externalId', code: 'user.id_taken', params: { attribute, value: id } }];
}

function accountFaults({ known }: PersonRules, { cells, current }: Row, email: string | null): FieldError[] {
  const faults: FieldError[] = [];
  const username = cells.username?.trim().toLowerCase() ?? '';
  if (!current && known.takenUsernames.has(username)) {
    faults.push({ pointer: '/id', code: 'user.id_taken', params: { attribute: 'id', value: username } });
  }
  const isNewAddress = email !== null && !isSameAddress(current?.user.email ?? null, email);
  const owner = isNewAddress ? known.addressOwners.get(email.toLowerCase()) : undefined;
  const isTaken = owner !== undefined && (current === undefined || owner !== current.id);
  return isTaken ? [...faults, { pointer: '/email', code: 'user.email_taken' }] : faults;
}

/** The right of the provider's administrators is never imported, and a client, which is no user, changes no administrators. */
function rightFaults(
  { userId }: CallerSession,
  current: PersonEntry | undefined,
  after: readonly string[],
): FieldError[] {
  const fixed = userId === '' ? ADMINISTRATORS : ['verva.admin'];
  const before = current?.user.groups ?? [];
  const isLost = current?.keptGroups.some((group) => !after.includes(group)) ?? false;
  if (isLost) return [{ pointer: '/groups', code: 'group.managed_elsewhere', params: { name: current!.name } }];
  const isChanged = fixed.some((group) => before.includes(group) !== after.includes(group));
  return isChanged ? [{ pointer: '/groups', code: 'field.not_editable', params: { attribute: 'groups' } }] : [];
}
