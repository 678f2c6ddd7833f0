import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { FieldState } from '../../forms/index.ts';
import { DayBox } from '../../ui/day-box.tsx';
import { TypedBox } from '../../ui/typed-box.tsx';
import { useForm } from '../form-context.ts';
import { parseTimeInput } from '../time-input.ts';
import { type ControlAttributes, type InputProps, invalidClass, type PartNames } from './control.ts';

interface TimeBoxProps {
  readonly control: ControlAttributes;
  readonly value: string | null;
  /** As in `TypedBox`. */
  readonly unread?: string | null | undefined;
  /** Receives `undefined` for unreadable input, and the typed text. */
  readonly onValue: (value: string | null | undefined, typed: string) => void;
  readonly onLeave?: () => void;
}

/** A time of day, typed. */
export function TimeBox({ control, value, unread, onValue, onLeave }: TimeBoxProps): ReactNode {
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
  const { language, model } = useForm();
  const { value } = state.value;
  return (
    <DayBox
      control={control}
      label={label}
      value={typeof value === 'string' ? value : null}
      unread={state.unread()}
      today={model.today}
      language={language}
      onChange={(day, typed) => putOr(state, day, typed)}
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
