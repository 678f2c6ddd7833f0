import type { ReactNode } from 'react';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  readonly value: boolean;
  readonly hint: string;
  readonly onChange: (active: boolean) => void;
  readonly t: DimensionsText;
}

/** Whether forms offer a dimension or value. */
export function ActiveField({ value, hint, onChange, t }: Props): ReactNode {
  return (
    <label className="tick">
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        className="switch"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="stack">
        <span>{t('active')}</span>
        <span className="hint">{hint}</span>
      </span>
    </label>
  );
}
