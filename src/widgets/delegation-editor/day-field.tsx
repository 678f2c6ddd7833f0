import { type ReactNode, useState } from 'react';
import { formatDayInput, parseDayInput, today, useLanguage } from '../../shared/locale/index.ts';
import { DatePicker } from '../../shared/ui/date-picker.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import type { Draft } from './delegation-editor.rules.ts';
import type { EditorText } from './delegation-editor-text.ts';

interface Props {
  readonly label: string;
  readonly value: Draft['startDate'];
  readonly onChange: (value: Draft['startDate']) => void;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  /** Where the calendar opens while nothing is chosen. */
  readonly near: string | null;
  readonly t: EditorText;
}

/** A day as the language writes it (DEL-09), typed or chosen. What cannot be read stays as it was typed. */
export function DayField({ label, value, onChange, hint, error, near, t }: Props): ReactNode {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const day = value === 'unreadable' ? null : value;
  return (
    <Field label={label} required error={error} hint={hint} className="c3">
      {(control) => (
        <ControlBox invalid={error !== undefined}>
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('format')}
            value={typed ?? (day ? formatDayInput(day, language) : '')}
            onChange={(event) => {
              const text = event.target.value;
              setTyped(text);
              onChange(text.trim() === '' ? null : (parseDayInput(text, language) ?? 'unreadable'));
            }}
            onBlur={() => {
              if (value !== 'unreadable') setTyped(null);
            }}
          />
          <DatePicker
            label={label}
            value={day ?? near}
            today={today()}
            onPick={(picked) => {
              setTyped(null);
              onChange(picked);
            }}
          />
        </ControlBox>
      )}
    </Field>
  );
}
