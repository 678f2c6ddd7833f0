import type { ReactNode } from 'react';
import { ControlBox, Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For a text of several lines: how many are seen. */
  readonly rows?: number;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Of what is typed, where that is not the language of the page. */
  readonly lang?: string;
  /** Shown as code and left as it is typed: an id, a code. */
  readonly isCode?: boolean;
}

/** A text with its label, and a hint or what is wrong with it. */
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
