import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { textOf } from '../../../shared/forms/index.ts';
import { LANGUAGE_NAMES } from '../../../shared/locale/index.ts';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { useBuilder } from '../builder-context.ts';
import { withText } from '../edits/member-edits.ts';
import type { NodeId } from '../edits/tree.ts';
import { ExpressionField } from '../panels/index.ts';

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** Text input that updates on each keystroke; empty is `undefined`. */
export function TextControl({
  value,
  onChange,
  mono,
  rows,
  placeholder,
  required,
  ...common
}: Common & {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mono?: boolean;
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
}): ReactNode {
  return (
    <Field {...common} {...(required && { required })}>
      {(control) =>
        rows ? (
          <textarea
            {...control}
            className={`control ${mono ? 'mono' : ''} ${common.error ? 'invalid' : ''}`}
            rows={rows}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <ControlBox invalid={common.error !== undefined}>
            <input
              {...control}
              type="text"
              className={mono ? 'mono' : ''}
              spellCheck={!mono}
              autoComplete="off"
              placeholder={placeholder}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          </ControlBox>
        )
      }
    </Field>
  );
}

type Texts = Readonly<Record<string, string>>;

/** Text in the selected language; if missing, another language's text is the placeholder. */
export function TextsControl({
  label,
  value,
  languageId,
  onChange,
  rows,
  ...common
}: Common & {
  readonly value: Texts | undefined;
  readonly languageId: string;
  readonly onChange: (texts: Texts | undefined) => void;
  readonly rows?: number;
  readonly required?: boolean;
}): ReactNode {
  const { t } = useBuilder();
  const language = LANGUAGE_NAMES[languageId as keyof typeof LANGUAGE_NAMES] ?? languageId;
  return (
    <TextControl
      {...common}
      {...(rows !== undefined && { rows })}
      label={t('p.inLanguage', { label, language })}
      placeholder={textOf(value, languageId) || undefined}
      value={value?.[languageId] ?? ''}
      onChange={(text) => onChange(withText(value, languageId, text))}
    />
  );
}

/** Number input. Invalid input stays visible for correction and is not applied. */
export function NumberControl({
  value,
  onChange,
  ...common
}: Common & { readonly value: unknown; readonly onChange: (value: number | undefined) => void }): ReactNode {
  const [typed, setTyped] = useState(() => String(value ?? ''));
  useEffect(() => {
    // The value was undone, or another field was selected.
    setTyped((before) => (numberOf(before) === value ? before : String(value ?? '')));
  }, [value]);
  const isWrong = typed.trim() !== '' && numberOf(typed) === undefined;
  const { t } = useBuilder();
  const error = isWrong ? t('p.number.wrong') : common.error;
  return (
    <Field {...common} error={error}>
      {(control) => (
        <ControlBox className="num" invalid={error !== undefined}>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              const number = numberOf(event.target.value);
              if (number !== undefined || event.target.value.trim() === '') onChange(number);
            }}
          />
        </ControlBox>
      )}
    </Field>
  );
}

function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** A switch. */
export function SwitchControl({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): ReactNode {
  return (
    <label className="fb-switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="grow">{label}</span>
    </label>
  );
}

/** Selects one of a few values. */
export function SelectControl<Value extends string>({
  value,
  options,
  onChange,
  required,
  ...common
}: Common & {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly required?: boolean;
}): ReactNode {
  return (
    <Field {...common} {...(required && { required })}>
      {(control) => (
        <select
          {...control}
          className={`control ${common.error ? 'invalid' : ''}`}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Expression editor with completion of the form's fields. */
export function ExpressionControl({
  label,
  hint,
  error,
  node,
  value,
  onChange,
}: Common & {
  readonly node: NodeId | null;
  readonly value: string;
  readonly onChange: (expression: string) => void;
}): ReactNode {
  const { store } = useBuilder();
  return (
    <Suspense>
      <ExpressionField
        store={store}
        node={node}
        value={value}
        onChange={onChange}
        label={label}
        hint={hint}
        error={error}
      />
    </Suspense>
  );
}
