import { type ComponentProps, type ReactNode, useState } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import { today as todayHere, typedDayHint } from '../locale/dates.ts';
import { type Day, formatDayInput, parseDayInput } from '../locale/days.ts';
import { useLanguage } from '../locale/use-messages.ts';
import { DatePicker } from './date-picker.tsx';
import { ControlBox } from './field.tsx';
import { TypedBox } from './typed-box.tsx';

export interface DayBoxProps {
  /** What the input takes over from its field, or the name of one that stands alone. */
  readonly control: ComponentProps<'input'>;
  /** What the day is for, for the calendar. */
  readonly label: string;
  readonly value: Day | null;
  /** What stands there without a day. Where neither this nor `unread` is given, what cannot be read stays as it was typed. */
  readonly text?: string;
  /** What the field keeps of what could not be read. */
  readonly unread?: string | null | undefined;
  /** Where the calendar opens while nothing is chosen. */
  readonly near?: Day | null;
  /** That of the organisation, unless the field has another. */
  readonly today?: Day;
  /** The page's, unless the field has another. */
  readonly language?: LanguageId;
  /** Null for nothing, undefined for what cannot be read; `typed` is the text itself. */
  readonly onChange: (day: Day | null | undefined, typed: string) => void;
  readonly onLeave?: () => void;
}

/** A day as the language writes it: typed first, chosen in a calendar second. */
export function DayBox({
  control,
  label,
  value,
  text,
  unread = text === undefined ? undefined : null,
  near = null,
  today = todayHere(),
  language: own,
  onChange,
  onLeave,
}: DayBoxProps): ReactNode {
  const here = useLanguage();
  const language = own ?? here;
  // What was typed is forgotten when a day is picked.
  const [picks, setPicks] = useState(0);
  return (
    <ControlBox invalid={Boolean(control['aria-invalid'])} className="day">
      <TypedBox
        key={picks}
        control={control}
        text={value === null ? (text ?? '') : formatDayInput(value, language)}
        unread={unread}
        isHeld={() => value !== null}
        onType={(typed) => onChange(typed.trim() === '' ? null : parseDayInput(typed, language), typed)}
        onLeave={onLeave}
        inputMode="numeric"
        placeholder={typedDayHint({ language })}
      />
      <DatePicker
        label={label}
        value={value ?? near}
        today={today}
        onPick={(picked) => {
          setPicks(picks + 1);
          onChange(picked, formatDayInput(picked, language));
          onLeave?.();
        }}
      />
    </ControlBox>
  );
}
