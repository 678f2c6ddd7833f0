import type { ReactNode } from 'react';
import type { Messages, Translate } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { signInSettingsMessages } from './sign-in-settings.messages.ts';

type SettingsText = typeof signInSettingsMessages extends Messages<infer Key> ? Translate<Key> : never;

const DAY = 24;

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** Null: never. */
  readonly value: number | null;
  readonly choices: readonly (number | null)[];
  readonly onChange: (hours: number | null) => void;
  readonly t: SettingsText;
}

/** A number of hours from a list; another one that is stored is a choice too. */
export function HoursField({ label, hint, value, choices, onChange, t }: Props): ReactNode {
  const all = choices.includes(value) ? choices : [...choices, value].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  const textOf = (hours: number | null) => {
    if (hours === null) return t('never');
    return hours % DAY === 0 ? t('days', { count: hours / DAY }) : t('hours', { count: hours });
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          {all.map((hours) => (
            <option key={hours ?? 'never'} value={hours ?? ''}>
              {textOf(hours)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
