import type { ReactNode } from 'react';
import { EMPTY_OPTION_ID } from '../../contracts/constants.ts';
import { joinParts, splitParts } from '../../contracts/filters.rules.ts';
import type { FilterOption } from './columns.ts';
import type { ValueProps } from './value-props.ts';
import '../styles/parts-sheet.ts';

/** One or several of a key's possible values; `(empty)` is no value (FRM-03). */
export function DropdownValue({ column, asked, value, onChange, t }: ValueProps): ReactNode {
  const options: readonly FilterOption[] =
    column.type === 'boolean'
      ? [
          { id: 'true', text: t('yes') },
          { id: 'false', text: t('no') },
        ]
      : [{ id: EMPTY_OPTION_ID, text: t('empty') }, ...(column.options ?? [])];
  const label = t('value', { column: column.title });
  if (asked === 'in') {
    const chosen = new Set(splitParts(value));
    const unknown = [...chosen].filter((id) => !options.some((option) => option.id === id));
    const all = [...options, ...unknown.map((id) => ({ id, text: id }))];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll
      <div role="group" aria-label={label} className="options">
        {all.map((option) => (
          <label key={option.id} className="tick">
            <input
              type="checkbox"
              className="check"
              checked={chosen.has(option.id)}
              onChange={(event) => {
                const rest = [...chosen].filter((id) => id !== option.id);
                onChange(joinParts(event.target.checked ? [...rest, option.id] : rest));
              }}
            />
            <span className="cut">{option.text}</span>
          </label>
        ))}
      </div>
    );
  }
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return (
    <select className="control" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {value === '' && <option value="" />}
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}
