import { type ReactNode, useId } from 'react';
import type { CaseTypeFields, CaseTypesData } from './case-types.store.ts';
import type { CaseTypesText } from './case-types-text.ts';
import { whatHappens } from './what-happens.rules.ts';

interface Props {
  readonly fields: CaseTypeFields;
  readonly data: CaseTypesData;
  readonly t: CaseTypesText;
}

/** What happens when a user starts a case, in words. */
export function WhatHappens({ fields, data: { choices, groups }, t }: Props): ReactNode {
  const id = useId();
  const sentences = whatHappens(fields, choices, (key) => groups.find((group) => group.id === key)?.name ?? key);
  return (
    <section className="case-happens" aria-labelledby={id}>
      <h3 className="label" id={id}>
        {t('happens')}
      </h3>
      {sentences.length === 0 ? (
        <p className="s second">{t('happens.nothing')}</p>
      ) : (
        <ol className="s">
          {sentences.map(({ key, params }) => (
            <li key={`${key} ${Object.values(params).join(' ')}`}>{t(key, params as never)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
