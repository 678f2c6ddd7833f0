import type { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { getLanguages } from '../../shared/contracts/session.contract.ts';
import { useLoaded } from '../use-loaded.ts';

/** The ids of the languages that the organisation has; until they are known, and where they cannot be learned, the product's. */
export function useLanguages(send: typeof call): readonly string[] {
  const [loaded] = useLoaded('languages', (signal) => send(getLanguages, { signal }));
  const own = loaded.status === 'ready' ? loaded.value.filter(({ enabled }) => enabled) : [];
  return own.length > 0 ? own.map(({ languageId }) => languageId) : LANGUAGES;
}
