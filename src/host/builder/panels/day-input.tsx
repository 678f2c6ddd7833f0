import { type ReactNode, useId, useState } from 'react';
import {
  formatDayInput,
  isDay,
  parseDayInput,
  today,
  typedDayHint,
  useLanguage,
} from '../../../shared/locale/index.ts';
import { DatePicker } from '../../../shared/ui/date-picker.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** The label is for screen readers only. */
  readonly isBare?: boolean;
}

/** A day, typed as the language writes it or picked from the calendar. Stands inside of an element or a DocumentWidget. */
export function DayInput({ label, value, onChange, isBare }: Props): ReactNode {
  const language = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const box = (
    <div className="control">
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={isBare ? label : undefined}
        placeholder={typedDayHint({ language })}
        value={typed ?? (isDay(value) ? formatDayInput(value, language) : value)}
        onChange={(event) => {
          setTyped(event.target.value);
          const day = parseDayInput(event.target.value, language);
          if (day) onChange(day);
        }}
        onBlur={() => setTyped(null)}
      />
      <DatePicker
        label={label}
        value={isDay(value) ? value : null}
        today={today()}
        onPick={(day) => {
          setTyped(null);
          onChange(day);
        }}
      />
    </div>
  );
  if (isBare) return box;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {box}
    </div>
  );
}
