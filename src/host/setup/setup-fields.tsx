import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { SetupField } from '../../shared/contracts/setup.rules.ts';
import { type Messages, type Translate, useMessages } from '../../shared/locale/index.ts';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { setupMessages } from './setup.messages.ts';
import type { SetupStore } from './setup.store.ts';

type SetupText = typeof setupMessages extends Messages<infer Key> ? Translate<Key> : never;

type InputFieldProps = {
  readonly store: SetupStore;
  readonly autoComplete: string;
  readonly hint?: string;
  readonly className?: string;
} & (
  | { readonly part: 'organisation'; readonly name: 'name' }
  | { readonly part: 'administrator'; readonly name: 'name' | 'username' | 'email' }
);

/** A required text input of the set-up. */
export function InputField({ store, part, name, autoComplete, hint, className = '' }: InputFieldProps): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  const values: Readonly<Record<string, string>> = store.values.value[part];
  const label = part === 'organisation' ? t('organisation.name') : t(`administrator.${name}`);
  const error = faultText(store, t, `/${part}/${name}` as SetupField, label);
  const isName = name !== 'username' && name !== 'email';
  return (
    <Field label={label} required error={error} hint={hint} className={className}>
      {(control) => (
        <ControlBox invalid={error !== undefined}>
          <input
            {...control}
            name={`${part}.${name}`}
            type="text"
            inputMode={name === 'email' ? 'email' : undefined}
            autoComplete={autoComplete}
            autoCapitalize={isName ? 'words' : 'none'}
            autoCorrect="off"
            spellCheck={false}
            maxLength={300}
            value={values[name]}
            onChange={({ target }) => store.type(part, { [name]: target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}

interface SelectFieldProps {
  readonly store: SetupStore;
  readonly label: string;
  /** The field of the server's errors. */
  readonly field?: SetupField;
  readonly value: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string) => void;
}

export function SelectField({ store, label, field, value, choices, onChange }: SelectFieldProps): ReactNode {
  useSignals();
  const t = useMessages(setupMessages);
  return (
    <Field label={label} error={field && faultText(store, t, field, label)}>
      {(control) => (
        <select {...control} className="control" value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Text of a field's error. */
export function faultText(store: SetupStore, t: SetupText, field: SetupField, label: string): string | undefined {
  const fault = store.faults.value[field];
  if (!fault) return undefined;
  const values = { ...fault.params, attribute: label };
  switch (fault.code) {
    case 'field.required':
    case 'field.too_short':
    case 'field.too_long':
    case 'field.name':
    case 'field.email':
    case 'field.username':
    case 'field.password':
    case 'field.password_known':
      return t(`fault.${fault.code}`, values);
    default:
      return t('fault.other');
  }
}
