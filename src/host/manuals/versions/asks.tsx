import type { ReactNode } from 'react';
import type { ManualAsks } from '../../../shared/contracts/manuals.contract.ts';
import type { ManualText } from '../manual-context.ts';

const ASKS: readonly ManualAsks[] = ['none', 'changes', 'full'];

interface Props {
  readonly value: ManualAsks;
  readonly onChange: (asks: ManualAsks) => void;
  readonly t: ManualText;
}

/** Choice of what a new version requires from users who confirmed an earlier one. */
export function AsksChoice({ value, onChange, t }: Props): ReactNode {
  return (
    <fieldset className="mn-radios">
      <legend className="label">{t('asks')}</legend>
      {ASKS.map((asks) => (
        <label key={asks} className="tick mn-choice">
          <input
            type="radio"
            className="check"
            name="manual-asks"
            checked={value === asks}
            onChange={() => onChange(asks)}
          />
          <span className="stack">
            <span className="strong">{t(`asks.${asks}`)}</span>
            <span className="s muted">{t(`asks.${asks}.hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
