import type { ReactNode } from 'react';
import { Field } from '../../shared/ui/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** The choice of no value; disabled in a required field. */
  readonly none: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** A choice of a list. A value that is no longer in the list stays and shows its id. */
export function SelectField({
  label,
  hint,
  error,
  required = false,
  none,
  options,
  value,
  onChange,
}: Props): ReactNode {
  const isKnown = value === null || value === '' || options.some(({ id }) => id === value);
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className={error ? 'control invalid' : 'control'}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="" disabled={required}>
            {none}
          </option>
          {!isKnown && <option value={value ?? ''}>{value}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
