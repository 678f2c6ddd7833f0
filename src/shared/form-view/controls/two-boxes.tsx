import { useSignals } from '@preact/signals-react/runtime';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { type FieldState, type FieldValue, isPeriod } from '../../forms/index.ts';
import { DayBox } from '../../ui/day-box.tsx';
import { useForm } from '../form-context.ts';
import type { InputProps, PartNames } from './control.ts';
import { TimeBox } from './day-and-time.tsx';

/** Values of the two inputs; `undefined`: unreadable. */
type Pair = readonly [string | null | undefined, string | null | undefined];

/** Inputs of a value with two parts. Until both make a value, their contents are kept here. */
function usePair(state: FieldState, split: (value: FieldValue) => Pair, join: (pair: Pair) => FieldValue | undefined) {
  const [kept, setKept] = useState<Pair | null>(null);
  const { value } = state.value;
  // The field may have been cleared from outside meanwhile.
  const isOpen = kept !== null && value === null && state.issue.value?.code === 'field.date';
  const pair = isOpen ? kept : split(value);
  const put = (next: Pair) => {
    setKept(next);
    const joined = join(next);
    if (joined === undefined) state.setUnreadable('field.date');
    else state.set(joined);
  };
  return { pair, put };
}

/** Moving between the two inputs does not count as leaving the field. */
function leaveWhole(state: FieldState) {
  return ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) state.leave();
  };
}

/** Date and time in the organisation's time zone. */
export function DateTimeInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { t, language, model } = useForm();
  const { pair, put } = usePair(
    state,
    (value) => {
      const [day, time] = typeof value === 'string' ? value.split('T') : [];
      return [day ?? null, time ?? null];
    },
    ([day, time]) => (day === null && time === null ? null : day && time ? `${day}T${time}` : undefined),
  );
  const [day, time] = pair;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label is elsewhere
    <div className="two-boxes moment" role="group" aria-label={label} onBlur={leaveWhole(state)}>
      <DayBox
        control={{ ...control, 'aria-label': t('part.day', { attribute: label }) }}
        label={label}
        value={day ?? null}
        today={model.today}
        language={language}
        onChange={(next) => put([next, time])}
      />
      <TimeBox
        control={{ ...control, id: `${control.id}-time`, 'aria-label': t('part.time', { attribute: label }) }}
        value={time ?? null}
        onValue={(next) => put([day, next])}
      />
    </div>
  );
}

/** Two days, both inclusive. */
export function PeriodInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { t, language, model } = useForm();
  const { pair, put } = usePair(
    state,
    (value) => (isPeriod(value) ? [value.from, value.to] : [null, null]),
    ([from, to]) => (from === undefined || to === undefined ? undefined : from || to ? { from, to } : null),
  );
  const [from, to] = pair;
  const [first, last] = [t('part.from', { attribute: label }), t('part.to', { attribute: label })];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label is elsewhere
    <div className="two-boxes period" role="group" aria-label={label} onBlur={leaveWhole(state)}>
      <DayBox
        control={{ ...control, 'aria-label': first }}
        label={first}
        value={from ?? null}
        near={to ?? null}
        today={model.today}
        language={language}
        onChange={(next) => put([next, to])}
      />
      <span className="muted" aria-hidden="true">
        –
      </span>
      <DayBox
        control={{ ...control, id: `${control.id}-to`, 'aria-label': last }}
        label={last}
        value={to ?? null}
        near={from ?? null}
        today={model.today}
        language={language}
        onChange={(next) => put([from, next])}
      />
    </div>
  );
}
