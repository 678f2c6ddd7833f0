import { type ReactNode, useState } from 'react';
import type { MassField } from '../../shared/contracts/mass-actions.contract.ts';
import type { Money } from '../../shared/forms/index.ts';
import { formatNumberInput, parseNumberInput, useLanguage } from '../../shared/locale/index.ts';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import type { Value } from './wizard.store.ts';

interface Props {
  readonly field: MassField;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Input for an amount in the field's currency, in the format of the language. */
export function MoneyField({ field, label, value, onChange }: Props): ReactNode {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const { currency = 'EUR', scale = 2 } = field;
  const isMoney = typeof value === 'object' && value !== null;
  const shown = isMoney ? formatNumberInput(value.amount / 10 ** scale, language, scale) : String(value ?? '');
  const read = (text: string): Value => {
    const number = parseNumberInput(text, language);
    // Form rules are not loaded for this: the server's check applies them.
    const isWhole = number !== undefined && Number(number.toFixed(scale)) === number;
    const amount = isWhole ? Math.round(number * 10 ** scale) : Number.NaN;
    return Number.isSafeInteger(amount) ? ({ amount, currency } satisfies Money) : text.trim() || null;
  };
  return (
    <Field label={`${label}, ${currency}`}>
      {(control) => (
        <ControlBox>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? shown}
            onChange={({ target }) => {
              setTyped(target.value);
              onChange(read(target.value));
            }}
            onBlur={() => setTyped(null)}
          />
        </ControlBox>
      )}
    </Field>
  );
}
