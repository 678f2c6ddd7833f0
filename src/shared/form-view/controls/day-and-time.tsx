import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { FieldState } from '../../forms/index.ts';
import { formatDayInput, parseDayInput } from '../../locale/index.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import { useForm } from '../form-context.ts';
import { parseTimeInput } from '../time-input.ts';
import { type ControlAttributes, type InputProps, invalidClass, type PartNames } from './control.ts';
import { TypedBox } from './typed-box.tsx';

interface BoxProps {
  readonly control: ControlAttributes;
  /** What it is called aloud. */
  readonly label: string;
  readonly value: string | null;
  /** Gets `undefined` for what cannot be read. */
  readonly onValue: (value: string | null | undefined) => void;
  readonly onLeave?: () => void;
}

/** A day: typed first, chosen in a calendar second. */
export function DayBox({
  control,
  label,
  value,
  onValue,
  onLeave,
  near = null,
}: BoxProps & { /** The day whose month opens while there is none. */ readonly near?: string | null }): ReactNode {
  const { t, language, model } = useForm();
  return (
    <div className={`control day ${invalidClass(control)}`}>
      <TypedBox
        control={control}
        text={value === null ? '' : formatDayInput(value, language)}
        isHeld={() => value !== null}
        onType={(typed) => onValue(typed.trim() === '' ? null : parseDayInput(typed, language))}
        onLeave={onLeave}
        inputMode="numeric"
        placeholder={t('date.format')}
      />
      <DatePicker
        label={label}
        value={value ?? near}
        today={model.today}
        onPick={(day) => {
          onValue(day);
          onLeave?.();
        }}
      />
    </div>
  );
}

/** A time of day, typed. */
export function TimeBox({ control, value, onValue, onLeave }: Omit<BoxProps, 'label'>): ReactNode {
  const { t } = useForm();
  return (
    <div className={`control time ${invalidClass(control)}`}>
      <TypedBox
        control={control}
        text={value ?? ''}
        isHeld={() => value !== null}
        onType={(typed) => onValue(typed.trim() === '' ? null : parseTimeInput(typed))}
        onLeave={onLeave}
        inputMode="numeric"
        placeholder={t('time.format')}
      />
    </div>
  );
}

export function DateInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { value } = state.value;
  return (
    <DayBox
      control={control}
      label={label}
      value={typeof value === 'string' ? value : null}
      onValue={(day) => putOr(state, day)}
      onLeave={state.leave}
    />
  );
}

export function TimeInput({ state, control }: InputProps): ReactNode {
  useSignals();
  const { value } = state.value;
  return (
    <TimeBox
      control={control}
      value={typeof value === 'string' ? value : null}
      onValue={(time) => putOr(state, time)}
      onLeave={state.leave}
    />
  );
}

function putOr(state: FieldState, value: string | null | undefined): void {
  if (value === undefined) state.setUnreadable('field.date');
  else state.set(value);
}
