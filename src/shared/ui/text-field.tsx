import type { ReactNode } from 'react';
import { ControlBox, Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For multi-line text: number of visible lines. */
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Language of the input, if it differs from the page. */
  readonly lang?: string;
  /** Monospaced and without corrections: an id or a code. */
  readonly isCode?: boolean;
}

/** A text input with label, and hint or error. */
export function TextField({
  value,
  onChange,
  rows,
  maxLength,
  placeholder,
  lang,
  isCode,
  ...field
}: TextFieldProps): ReactNode {
  const isWrong = Boolean(field.error);
  const common = {
    ...{ maxLength, placeholder, lang, value },
    ...(isCode && { autoCapitalize: 'off', spellCheck: false }),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  return (
    <Field {...field}>
      {(control) =>
        rows === undefined ? (
          <ControlBox invalid={isWrong}>
            <input {...control} {...common} type="text" autoComplete="off" className={isCode ? 'mono' : undefined} />
          </ControlBox>
        ) : (
          <textarea
            {...control}
            {...common}
            className={`control ${isCode ? 'mono' : ''} ${isWrong ? 'invalid' : ''}`}
            rows={rows}
          />
        )
      }
    </Field>
  );
}
