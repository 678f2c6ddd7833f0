import { useEffect, useState } from 'react';
import { call } from '../api/index.ts';
import { LANGUAGES } from '../contracts/constants.ts';
import { getLanguages } from '../contracts/session.contract.ts';
import { isShipped, LANGUAGE_NAMES } from '../locale/index.ts';

const BUILT_IN: readonly (readonly [string, string])[] = LANGUAGES.map((id) => [id, LANGUAGE_NAMES[id]]);

/** The languages of the organisation by id, each with its native name. */
export function useLanguages(): readonly (readonly [string, string])[] {
  const [languages, setLanguages] = useState(BUILT_IN);
  useEffect(() => {
    const stop = new AbortController();
    call(getLanguages, { signal: stop.signal })
      .then((all) =>
        setLanguages(
          all
            .filter(({ enabled }) => enabled)
            .map(
              ({ languageId, name }) =>
                [languageId, isShipped(languageId) ? LANGUAGE_NAMES[languageId] : name] as const,
            ),
        ),
      )
      .catch(() => {
        // Without an answer the four languages of the interface can be chosen.
      });
    return () => stop.abort();
  }, []);
  return languages;
}
