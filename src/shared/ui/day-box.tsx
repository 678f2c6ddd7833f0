import { type ComponentProps, type ReactNode, useState } from 'react';
import { today, typedDayHint } from '../locale/dates.ts';
import { type Day, formatDayInput, parseDayInput } from '../locale/days.ts';
import { useLanguage } from '../locale/use-messages.ts';
import { DatePicker } from './date-picker.tsx';
import { ControlBox } from './field.tsx';

export interface DayBoxProps {
  /** What the input takes over from its field, or the name of one that stands alone. */
  readonly control: ComponentProps<'input'>;
  /** What the day is for, for the calendar. */
  readonly label: string;
  readonly value: Day | null;
  /** What stands there without a day. Where it is missing, what cannot be read stays as it was typed. */
  readonly text?: string;
  /** Where the calendar opens while nothing is chosen. */
  readonly near?: Day | null;
  /** Null for nothing, undefined for what cannot be read; `typed` is the text itself. */
  readonly onChange: (day: Day | null | undefined, typed: string) => void;
}

/** A day as the language writes it, typed or chosen in a calendar. */
export function DayBox({ control, label, value, text, near = null, onChange }: DayBoxProps): ReactNode {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === null ? (text ?? '') : formatDayInput(value, language);
  const isKept = value === null && text === undefined && typed?.trim() !== '';
  return (
    <ControlBox invalid={Boolean(control['aria-invalid'])}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={typedDayHint({ language })}
        value={typed ?? shown}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value.trim() === '' ? null : parseDayInput(target.value, language), target.value);
        }}
        onBlur={() => {
          if (!isKept) setTyped(null);
        }}
      />
      <DatePicker
        label={label}
        value={value ?? near}
        today={today()}
        onPick={(picked) => {
          setTyped(null);
          onChange(picked, formatDayInput(picked, language));
        }}
      />
    </ControlBox>
  );
}
