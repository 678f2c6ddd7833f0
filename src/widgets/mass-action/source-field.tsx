import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { MassField } from '../../shared/contracts/mass-actions.contract.ts';
import { createServerLookUps } from '../../shared/form-view/server-look-ups.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { Value } from './wizard.store.ts';

interface Props {
  readonly source: NonNullable<MassField['source']>;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** An option of a dropdown of the organisation, with search. */
export function SourceField({ source: { dropdownId, filter }, label, value, onChange }: Props): ReactNode {
  const language = useLanguage();
  const lookUps = useMemo(createServerLookUps, []);
  const [name, setName] = useState<{ readonly id: Value; readonly text: string } | null>(null);
  const isNamed = value === null || name?.id === value;
  useEffect(() => {
    if (isNamed) return;
    const stop = new AbortController();
    lookUps
      .options(dropdownId, { ids: [String(value)], language }, stop.signal)
      .then(([found]) => setName({ id: value, text: found?.text ?? String(value) }))
      .catch(() => {
        // Without an answer the field shows no label until it renders again; the value is kept.
      });
    return () => stop.abort();
  }, [isNamed, lookUps, dropdownId, value, language]);
  return (
    <Field label={label}>
      {(control) => (
        <ComboBox
          control={control}
          label={label}
          text={value !== null && isNamed ? (name?.text ?? '') : ''}
          about={dropdownId}
          find={(q, signal) => lookUps.options(dropdownId, { language, filter, ...(q && { q }) }, signal)}
          isChosen={(id) => id === value}
          onPick={({ id, text }) => {
            setName({ id, text });
            onChange(id);
          }}
          onClear={() => onChange(null)}
        />
      )}
    </Field>
  );
}
