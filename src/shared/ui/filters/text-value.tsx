import { type ReactNode, useState } from 'react';
import { joinParts, splitParts, splitRange } from '../../contracts/filters.rules.ts';
import type { ValueProps } from './value-props.ts';

/** Text and numbers: one value, several separated by commas, or both ends of a range. */
export function TextValue({ column, asked, value, onChange, t }: ValueProps): ReactNode {
  const inputMode = column.type === 'number' ? 'decimal' : 'text';
  const common = { className: 'control', type: 'text', inputMode, autoComplete: 'off', maxLength: 200 } as const;
  if (asked === 'in')
    return (
      <Several value={value} onChange={onChange} label={t('value', { column: column.title })} hint={t('several')} />
    );
  if (asked !== 'inrange') {
    return (
      <input
        {...common}
        aria-label={t('value', { column: column.title })}
        value={value}
        onChange={(event) => onChange(numeric(event.target.value, column.type))}
      />
    );
  }
  const [from, to] = splitRange(value);
  return (
    <div className="range">
      <input
        {...common}
        aria-label={t('from', { column: column.title })}
        value={from}
        onChange={(event) => onChange(`${numeric(event.target.value, column.type)},${to}`)}
      />
      <span aria-hidden="true">–</span>
      <input
        {...common}
        aria-label={t('to', { column: column.title })}
        value={to}
        onChange={(event) => onChange(`${from},${numeric(event.target.value, column.type)}`)}
      />
    </div>
  );
}

/** Replaces a decimal comma, as typed in half of the product's languages; queries use the point. */
function numeric(text: string, type: string): string {
  return type === 'number' ? text.trim().replace(',', '.') : text;
}

function Several({
  value,
  onChange,
  label,
  hint,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly hint: string;
}): ReactNode {
  // The input keeps the typed text: a trailing comma is not a value yet.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      className="control"
      type="text"
      autoComplete="off"
      aria-label={label}
      placeholder={hint}
      title={hint}
      value={typed ?? splitParts(value).join(', ')}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        onChange(
          joinParts(
            text
              .split(',')
              .map((part) => part.trim())
              .filter(Boolean),
          ),
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
