import { type ReactNode, useState } from 'react';
import type { MassField } from '../../shared/contracts/mass-actions.contract.ts';
import { decimalFromNumber, isMoney, type Money, toMinorUnits } from '../../shared/forms/index.ts';
import { formatNumberInput, parseNumberInput, useLanguage } from '../../shared/locale/index.ts';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import type { Value } from './wizard.store.ts';

interface Props {
  readonly field: MassField;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** An amount in the currency of the field, typed as the language writes it. */
export function MoneyField({ field, label, value, onChange }: Props): ReactNode {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const { currency = 'EUR', scale = 2 } = field;
  const shown = isMoney(value) ? formatNumberInput(value.amount / 10 ** scale, language, scale) : String(value ?? '');
  const read = (text: string): Value => {
    const number = parseNumberInput(text, language);
    const decimal = number === undefined ? null : decimalFromNumber(number);
    const amount = decimal && decimal.scale <= scale ? toMinorUnits(decimal, scale) : null;
    return amount === null ? text.trim() || null : ({ amount, currency } satisfies Money);
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
