import { useEffect, useState } from 'react';
import { call } from '../../../../shared/api/index.ts';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { listDropdownValues } from '../../../../shared/contracts/dropdowns.contract.ts';
import {
  listCompanies,
  listDepartments,
  listDimensionValues,
} from '../../../../shared/contracts/reference-data.contract.ts';
import { findPeople } from '../../../../shared/contracts/session.contract.ts';
import { type DataField, type TableNode, textOf } from '../../../../shared/forms/index.ts';

export interface Choice {
  readonly id: string;
  readonly text: string;
}

const MOST = 200;

/** Values to compare a field with. Null while loading; empty if they cannot be listed, so that the user types an id. */
export function useChoices(
  node: DataField | TableNode,
  ids: readonly string[],
  language: LanguageId,
  languageId: string,
): readonly Choice[] | null {
  const options = 'options' in node ? node.options : undefined;
  const source = options ? '' : sourceOf(node);
  const wanted = ids.join(' ');
  const [found, setFound] = useState<{ readonly source: string; readonly choices: readonly Choice[] } | null>(null);
  useEffect(() => {
    if (source === '') return;
    const stop = new AbortController();
    ask(source, wanted === '' ? [] : wanted.split(' '), language, stop.signal).then(
      (choices) => setFound({ source, choices }),
      // If loading fails, the user types an id.
      () => !stop.signal.aborted && setFound({ source, choices: [] }),
    );
    return () => stop.abort();
  }, [source, wanted, language]);
  if (options) return options.map(({ id, text }) => ({ id, text: textOf(text, languageId) }));
  if (source === '') return [];
  return found?.source === source ? found.choices : null;
}

/** Source of the choices: `option costCenters`, `dimension project`, `user`; empty without a list. */
function sourceOf(node: DataField | TableNode): string {
  if ('source' in node && node.source) return `option ${node.source.dropdownId}`;
  if (node.type === 'dimension') return `dimension ${node.dimension ?? ''}`;
  if (node.type === 'user' || node.type === 'users') return 'user';
  return node.type === 'department' || node.type === 'company' ? node.type : '';
}

async function ask(
  source: string,
  ids: readonly string[],
  language: LanguageId,
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const [kind = '', of = ''] = source.split(' ');
  const named = (items: readonly { readonly id: string; readonly name: string }[]) =>
    items.map(({ id, name }) => ({ id, text: name }));
  const query = { limit: MOST };
  switch (kind) {
    case 'option':
      return call(listDropdownValues, { params: { dropdownId: of, languageId: language }, query, signal });
    case 'dimension':
      return named((await call(listDimensionValues, { params: { id: of }, query, signal })).items);
    case 'company':
      return named((await call(listCompanies, { query, signal })).items);
    case 'department': {
      const page = await call(listDepartments, { query, signal });
      return 'items' in page ? named(page.items) : [];
    }
    default: {
      if (ids.length === 0) return [];
      const { items } = await call(findPeople, { query: { ids: ids.join(',') }, signal });
      return items.map(({ key, name }) => ({ id: key, text: name }));
    }
  }
}
