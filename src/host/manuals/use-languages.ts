import type { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { getLanguages } from '../../shared/contracts/session.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';

/** Ids of the organisation's languages; the product's languages until loaded or if loading fails. */
export function useLanguages(send: typeof call): readonly string[] {
  const [loaded] = useLoaded('languages', (signal) => send(getLanguages, { signal }));
  const own = loaded.status === 'ready' ? loaded.value.filter(({ enabled }) => enabled) : [];
  return own.length > 0 ? own.map(({ languageId }) => languageId) : LANGUAGES;
}
