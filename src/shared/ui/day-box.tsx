import { type ComponentProps, type ReactNode, useState } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import { today as todayHere, typedDayHint } from '../locale/dates.ts';
import { type Day, formatDayInput, parseDayInput } from '../locale/days.ts';
import { useLanguage } from '../locale/use-messages.ts';
import { DatePicker } from './date-picker.tsx';
import { ControlBox } from './field.tsx';
import { TypedBox } from './typed-box.tsx';

export interface DayBoxProps {
  /** Attributes that the input takes from its field, or the name of an input without one. */
  readonly control: ComponentProps<'input'>;
  /** What the date is for, as the label of the calendar. */
  readonly label: string;
  readonly value: Day | null;
  /** Text shown without a date. If neither this nor `unread` is given, unreadable input stays as typed. */
  readonly text?: string;
  /** Unreadable input kept by the field. */
  readonly unread?: string | null | undefined;
  /** Day at which the calendar opens while nothing is selected. */
  readonly near?: Day | null;
  /** By default today in the organisation's time zone. */
  readonly today?: Day;
  /** By default the language of the page. */
  readonly language?: LanguageId;
  /** Null for an empty input, undefined for an unreadable one; `typed` is the text itself. */
  readonly onChange: (day: Day | null | undefined, typed: string) => void;
  readonly onLeave?: () => void;
}

/** A date input in the format of the language: typed, or picked from a calendar. */
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
  // Picking a day discards the typed text.
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
