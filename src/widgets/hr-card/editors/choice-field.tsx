import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../../../shared/ui/field.tsx';

interface Props<Id extends string> extends Omit<FieldProps, 'children'> {
  readonly options: readonly { readonly id: Id; readonly text: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** A choice of a short list. */
export function ChoiceField<Id extends string>({ options, value, onChange, ...field }: Props<Id>): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className={field.error ? 'control invalid' : 'control'}
          value={value}
          onChange={({ target }) => onChange(target.value as Id)}
        >
          {options.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
