import type { call } from '../../shared/api/index.ts';
import {
  type CaseChoices,
  type CaseType,
  createCaseType,
  deleteCaseType,
  getCaseChoices,
  listCaseTypes,
  updateCaseType,
} from '../../shared/contracts/case-types.contract.ts';
import { listPeopleGroups, type PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

export interface CaseTypesData {
  readonly kinds: readonly CaseType[];
  readonly choices: CaseChoices;
  readonly groups: readonly PeopleGroup[];
}

export type CaseTypeFields = Omit<CaseType, 'id' | 'findings' | 'version'>;

/** Kinds of case; `send` is `call` of shared/api. Operations reject with ApiError. */
export function createCaseTypes({ send }: { readonly send: typeof call }) {
  const loaded = createLoaded<CaseTypesData>(async (stop) => {
    const [kinds, choices, groups] = await Promise.all([
      send(listCaseTypes, { signal: stop }),
      send(getCaseChoices, { signal: stop }),
      send(listPeopleGroups, { signal: stop }),
    ]);
    return { kinds, choices, groups };
  });

  /** Changes a kind, or adds one. */
  async function save(before: CaseType | null, id: string, fields: CaseTypeFields): Promise<void> {
    if (before) await send(updateCaseType, { params: { id: before.id }, ifMatch: before.version, body: fields });
    else await send(createCaseType, { body: { ...fields, id } });
    await loaded.load();
  }

  async function remove({ id, version }: CaseType): Promise<void> {
    await send(deleteCaseType, { params: { id }, ifMatch: version });
    await loaded.load();
  }

  return { state: loaded.state, load: loaded.load, stop: loaded.stop, save, remove };
}

export type CaseTypesStore = ReturnType<typeof createCaseTypes>;
