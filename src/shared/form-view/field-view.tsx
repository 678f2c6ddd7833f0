import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type FieldState, maxLengthOf, textOf } from '../forms/index.ts';
import { FieldNote } from '../ui/field.tsx';
import { Input } from './controls/input.tsx';
import { LazyAttachmentField, LazySignatureField } from './files/lazy-files.tsx';
import { controlId, useForm } from './form-context.ts';
import { issueText } from './issue-text.ts';
import { ReadValue } from './read-value.tsx';
import { isNumeric } from './table/columns.ts';

/** Share of the maximum length from which the counter shows. */
const COUNTER_FROM = 0.8;
/** Field types with a control of known height. */
const ONE_LINE: readonly string[] = ['text', 'number', 'money', 'date', 'time'];

/** One field: label above, then the control or the value, then a hint or error. */
export function FieldView({ state, className }: { readonly state: FieldState; readonly className: string }): ReactNode {
  useSignals();
  const { t, language, prefix, services } = useForm();
  if (!state.visible.value) return null;
  const field = state.definition.node;
  const isReadOnly = state.readOnly.value;
  if (services.files && field.type === 'attachment') {
    return <LazyAttachmentField state={state} field={field} service={services.files} className={className} />;
  }
  if (services.files && field.type === 'signature' && !isReadOnly) {
    return <LazySignatureField state={state} service={services.files} className={className} />;
  }
  const id = controlId(prefix, state.id);
  const label = textOf(field.label, language);
  const issue = state.shown.value;
  const error = issue ? issueText(issue, state.definition, t, language) : undefined;
  // The task or record for the files does not exist yet.
  const isLoading = !services.files && !isReadOnly && (field.type === 'attachment' || field.type === 'signature');
  const hint = isLoading ? t('filesLater') : textOf(field.hint, language);
  const note = `${id}-note`;
  const required = state.required.value;
  const control = {
    id,
    'aria-invalid': issue ? (true as const) : undefined,
    'aria-describedby': error || hint ? note : undefined,
    'aria-required': required ? (true as const) : undefined,
  };
  const star = required && !isReadOnly && (
    <span className="req" aria-hidden="true">
      *
    </span>
  );
  const foot = <FieldNote id={note} error={error} hint={hint} />;
  if (isReadOnly)
    return <ReadOnlyField state={state} className={className} label={label} id={id} foot={error ? foot : null} />;
  if (field.type === 'checkbox') {
    return (
      <div className={`field ${className}`}>
        <label className="tick" htmlFor={id}>
          <Input state={state} control={control} label={label} />
          <span>
            {label} {star}
          </span>
        </label>
        {foot}
      </div>
    );
  }
  if (field.type === 'radio') {
    return (
      <fieldset className={`field ${className}`}>
        <legend className="label">
          <span>{label}</span>
          {star}
        </legend>
        <Input state={state} control={{ ...control, 'aria-required': undefined }} label={label} />
        {foot}
      </fieldset>
    );
  }
  return (
    <div className={`field ${ONE_LINE.includes(field.type) ? 'one-line' : ''} ${className}`}>
      <label className="label" htmlFor={id}>
        <span>{label}</span>
        {star}
        {(field.type === 'text' || field.type === 'multiline') && <Counter state={state} max={maxLengthOf(field)} />}
      </label>
      <Input state={state} control={control} label={label} />
      {foot}
    </div>
  );
}

interface ReadOnlyProps {
  readonly state: FieldState;
  readonly className: string;
  readonly label: string;
  readonly id: string;
  readonly foot: ReactNode;
}

/** A read-only value. A value computed while the user fills in the form is announced when it changes. */
function ReadOnlyField({ state, className, label, id, foot }: ReadOnlyProps): ReactNode {
  const { model } = useForm();
  const shown = <ReadValue state={state} />;
  const isFigure = isNumeric(state.definition.node);
  const control = `control readonly ${isFigure ? 'figure' : ''}`;
  return (
    <div className={`field ro-field ${isFigure ? 'one-line' : ''} ${className}`}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      {state.definition.computed && !model.readOnly ? (
        <output className={control} id={id} aria-labelledby={`${id}-label`} tabIndex={-1}>
          {shown}
        </output>
      ) : (
        <div className={control} id={id} tabIndex={-1}>
          {shown}
        </div>
      )}
      {foot}
    </div>
  );
}

/** Used and maximum length of a text, shown near the maximum. */
function Counter({ state, max }: { readonly state: FieldState; readonly max: number }): ReactNode {
  useSignals();
  const { t } = useForm();
  const value = state.value.value;
  // A character outside the basic plane counts as one, but has length two; below the limit either way is enough.
  if (typeof value !== 'string' || value.length < max * COUNTER_FROM) return null;
  const count = [...value].length;
  return count >= max * COUNTER_FROM ? <span className="opt">{t('counter', { count, max })}</span> : null;
}
