import type { call } from '../../../shared/api/index.ts';
import { listPeopleGroups } from '../../../shared/contracts/groups.contract.ts';
import type { ManualAudienceRule } from '../../../shared/contracts/manual-authoring.contract.ts';
import { type Department, listCompanies, listDepartments } from '../../../shared/contracts/reference-data.contract.ts';
import { findPeople } from '../../../shared/contracts/session.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { listTags } from '../../../shared/contracts/tags.contract.ts';
import type { ComboItem } from '../../../shared/ui/combo-box.tsx';

export type AudienceKind = Exclude<ManualAudienceRule['kind'], 'all'>;
export const AUDIENCE_KINDS: readonly AudienceKind[] = ['department', 'group', 'company', 'tag', 'user'];

/** Searches audience choices of one kind. Throws ApiError. */
export async function findAudience(
  send: typeof call,
  kind: AudienceKind,
  q: string,
  signal: AbortSignal,
): Promise<readonly ComboItem[]> {
  switch (kind) {
    case 'department': {
      const page = (await send(listDepartments, { query: { q, limit: 50 }, signal })) as Page<Department>;
      return page.items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
    }
    case 'company': {
      const { items } = await send(listCompanies, { query: { q, limit: 50 }, signal });
      return items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
    }
    case 'user': {
      const { items } = await send(findPeople, { query: { q }, signal });
      return items.map(({ key, name, id, avatar }) => ({ id: key, text: name, detail: id, avatar: avatar ?? null }));
    }
    case 'tag':
      return withWords(await send(listTags, { signal }), q);
    case 'group':
      return withWords(await send(listPeopleGroups, { signal }), q);
  }
}

function withWords(all: readonly { readonly id: string; readonly name: string }[], q: string): readonly ComboItem[] {
  const wanted = q.toLocaleLowerCase();
  return all
    .filter(({ id, name }) => name.toLocaleLowerCase().includes(wanted) || id.includes(wanted))
    .map(({ id, name }) => ({ id, text: name }));
}
