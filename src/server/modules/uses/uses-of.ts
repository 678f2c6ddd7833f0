import type { ReferenceUses, Use, UseKind } from '../../../shared/contracts/reference-data.contract.ts';
import { USED_KINDS } from '../../../shared/contracts/uses.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/uuid.ts';
import { usesOfCaseType } from '../cases/index.ts';
import { usesOfCategory } from '../catalogue/index.ts';
import { usesOfCompany } from '../companies/index.ts';
import { usesOfDepartment } from '../departments/index.ts';
import { usesOfValue } from '../dimensions/index.ts';
import { usesOfStoredForm } from '../forms/index.ts';
import { usesOfGroup } from '../groups/index.ts';
import { usesOfLanguage } from '../i18n/index.ts';
import { usesOfManualGroup } from '../manuals/index.ts';
import { usesOfEntry } from '../menus/index.ts';
import { usesOfProcess } from '../processes/index.ts';
import { usesOf } from '../references/index.ts';
import { usesOfRegistry, usesOfSeries } from '../registries/index.ts';
import { usesOfTag } from '../tags/index.ts';
import { usesOfView } from '../views/index.ts';

type Finder = (tx: Tx, id: string, languageId: string) => Promise<Use[]>;

export const isUsedKind = (kind: string): kind is UseKind => (USED_KINDS as readonly string[]).includes(kind);

/** Returns what keeps an object from being deleted, by the same queries as its deletion. */
export const usesOfObject = (tx: Tx, kind: UseKind, id: string, languageId: string): Promise<Use[]> =>
  FINDERS[kind](tx, id, languageId);

const FINDERS: Readonly<Record<UseKind, Finder>> = {
  caseType: usesOfCaseType,
  catalogueCategory: usesOfCategory,
  company: byUuid(withPeople(usesOfCompany)),
  department: byUuid(withPeople(usesOfDepartment)),
  dimension: (tx, id, languageId) => usesOf(tx, { kind: 'dimension', id }, languageId),
  dimensionValue: byUuid(usesOfValue),
  dropdown: (tx, id, languageId) => usesOf(tx, { kind: 'dropdown', id }, languageId),
  form: usesOfStoredForm,
  group: usesOfGroup,
  language: usesOfLanguage,
  manualGroup: byUuid(usesOfManualGroup),
  menu: byUuid(usesOfEntry),
  numberSeries: usesOfSeries,
  process: usesOfProcess,
  registry: usesOfRegistry,
  // A tag is taken from its users with its deletion.
  tag: byUuid(async (tx, id, languageId) => (await usesOfTag(tx, id, languageId)).usedBy),
  view: byUuid(usesOfView),
};

/** Ids that are not UUIDs are those of no object. */
function byUuid(find: Finder): Finder {
  return async (tx, id, languageId) => (isUuid(id) ? find(tx, id, languageId) : []);
}

function withPeople(find: (tx: Tx, id: string, languageId: string) => Promise<ReferenceUses>): Finder {
  return async (tx, id, languageId) => {
    const { people, usedBy } = await find(tx, id, languageId);
    return people > 0 ? [{ kind: 'people', id, title: '', count: people }, ...usedBy] : usedBy;
  };
}
