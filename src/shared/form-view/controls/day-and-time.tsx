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
  /** As in `TypedBox`. */
  readonly unread?: string | null | undefined;
  /** Gets `undefined` for what cannot be read, and what was typed. */
  readonly onValue: (value: string | null | undefined, typed: string) => void;
  readonly onLeave?: () => void;
}

/** A day: typed first, chosen in a calendar second. */
export function DayBox({
  control,
  label,
  value,
  unread,
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
        unread={unread}
        isHeld={() => value !== null}
        onType={(typed) => onValue(typed.trim() === '' ? null : parseDayInput(typed, language), typed)}
        onLeave={onLeave}
        inputMode="numeric"
        placeholder={t('date.format')}
      />
      <DatePicker
        label={label}
        value={value ?? near}
        today={model.today}
        onPick={(day) => {
          onValue(day, day);
          onLeave?.();
        }}
      />
    </div>
  );
}

/** A time of day, typed. */
export function TimeBox({ control, value, unread, onValue, onLeave }: Omit<BoxProps, 'label'>): ReactNode {
  const { t } = useForm();
  return (
    <div className={`control time ${invalidClass(control)}`}>
      <TypedBox
        control={control}
        text={value ?? ''}
        unread={unread}
        isHeld={() => value !== null}
        onType={(typed) => onValue(typed.trim() === '' ? null : parseTimeInput(typed), typed)}
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
      unread={state.unread()}
      onValue={(day, typed) => putOr(state, day, typed)}
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
      unread={state.unread()}
      onValue={(time, typed) => putOr(state, time, typed)}
      onLeave={state.leave}
    />
  );
}

function putOr(state: FieldState, value: string | null | undefined, typed: string): void {
  if (value === undefined) state.setUnreadable('field.date', undefined, typed);
  else state.set(value);
}
