import type { ReactNode } from 'react';
import { DayBox } from '../../shared/ui/day-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { Draft } from './delegation-editor.rules.ts';

interface Props {
  readonly label: string;
  readonly value: Draft['startDate'];
  readonly onChange: (value: Draft['startDate']) => void;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  /** Day at which the calendar opens while the field is empty. */
  readonly near: string | null;
}

/** A date field in the format of the language (DEL-09), typed or picked. Unreadable input stays as typed. */
export function DayField({ label, value, onChange, hint, error, near }: Props): ReactNode {
  return (
    <Field label={label} required error={error} hint={hint} className="c3">
      {(control) => (
        <DayBox
          control={control}
          label={label}
          value={value === 'unreadable' ? null : value}
          near={near}
          onChange={(day) => onChange(day === undefined ? 'unreadable' : day)}
        />
      )}
    </Field>
  );
}
