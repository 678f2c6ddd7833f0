import { type ReactNode, useState } from 'react';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** Integer input within bounds; invalid input restores the previous number. */
export function NumberField({ label, value, min, max, onChange }: Props): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label} className="mn-number">
      {(control) => (
        <ControlBox className="num">
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={typed ?? value}
            onChange={({ target }) => {
              setTyped(target.value);
              const number = Number(target.value);
              if (target.value !== '' && Number.isInteger(number) && number >= min && number <= max) onChange(number);
            }}
            onBlur={() => setTyped(null)}
          />
        </ControlBox>
      )}
    </Field>
  );
}
