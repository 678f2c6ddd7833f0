import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import {
  currencyOf,
  type DataField,
  decimalFromNumber,
  type FieldState,
  type FieldValue,
  isMoney,
  NUMBER_MAX,
  scaleOf,
  toMinorUnits,
} from '../forms/index.ts';
import { formatDayInput, formatNumber, parseDayInput, parseNumberInput } from '../locale/index.ts';
import { useForm } from './form-context.ts';
import { amountText } from './value-text.ts';

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-required'?: true | undefined;
}

/** Puts what was typed into the field; says at the field why it cannot be read. */
function take(state: FieldState, typed: string, language: LanguageId): void {
  const field = state.definition.node;
  if (typed.trim() === '') {
    state.set(null);
    return;
  }
  if (field.type === 'date') {
    const day = parseDayInput(typed, language);
    if (day) state.set(day);
    else state.setUnreadable('field.date');
    return;
  }
  const number = parseNumberInput(typed, language);
  if (number === undefined || Math.abs(number) > NUMBER_MAX) state.setUnreadable('field.not_a_number');
  else if (field.type === 'money') takeMoney(state, number, scaleOf(field), currencyOf(field));
  else state.set(number);
}

function takeMoney(state: FieldState, number: number, scale: number, currency: string): void {
  const decimal = decimalFromNumber(number);
  const amount = decimal && toMinorUnits(decimal, scale);
  if (!decimal || amount === null) state.setUnreadable('field.not_a_number');
  else if (decimal.scale > scale) state.setUnreadable('field.decimals', { max: scale });
  else state.set({ amount, currency });
}

function shownText(field: DataField, value: FieldValue, language: LanguageId): string {
  if (value === null) return '';
  if (field.type === 'date') return formatDayInput(String(value), language);
  if (isMoney(value)) return amountText(field, value, language);
  return typeof value === 'number' ? formatNumber(value, {}, language) : String(value);
}

/** Numbers, money and days: typed as the language writes them. While typing the text stays as it is; afterwards it is put in order. */
export function TypedInput({
  state,
  control,
}: {
  readonly state: FieldState;
  readonly control: ControlAttributes;
}): ReactNode {
  useSignals();
  const { t, language } = useForm();
  const [typed, setTyped] = useState<string | null>(null);
  const field = state.definition.node;
  const value = state.value.value;
  return (
    <input
      {...control}
      type="text"
      inputMode={field.type === 'date' ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={field.type === 'date' ? t('date.format') : undefined}
      value={typed ?? shownText(field, value, language)}
      onChange={(event) => {
        setTyped(event.target.value);
        take(state, event.target.value, language);
      }}
      onBlur={() => {
        // What could not be read stays as it was typed, so that it can be corrected.
        if (typed !== null && (typed.trim() === '' || state.value.peek() !== null)) setTyped(null);
        state.leave();
      }}
    />
  );
}
