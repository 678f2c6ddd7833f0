import type { ReactNode } from 'react';
import { ControlBox, Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Of what is typed, where that is not the language of the page. */
  readonly lang?: string;
  /** Shown as code and left as it is typed: an id, a code. */
  readonly isCode?: boolean;
}

/** One line of text with its label, and a hint or what is wrong with it. */
export function TextField({
  value,
  onChange,
  maxLength,
  placeholder,
  lang,
  isCode,
  ...field
}: TextFieldProps): ReactNode {
  return (
    <Field {...field}>
      {(control) => (
        <ControlBox invalid={Boolean(field.error)}>
          <input
            {...control}
            type="text"
            autoComplete="off"
            {...(isCode && { className: 'mono', autoCapitalize: 'off', spellCheck: false })}
            {...{ maxLength, placeholder, lang }}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </ControlBox>
      )}
    </Field>
  );
}
