import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type FieldState, textOf } from '../forms/index.ts';
import { controlId, useForm } from './form-context.ts';
import { issueText } from './issue-text.ts';
import { fullText } from './value-text.ts';

/** A computed field of the form, such as the total, in the footer of its table. */
export function Total({ state }: { readonly state: FieldState }): ReactNode {
  useSignals();
  const { t, language, prefix } = useForm();
  if (!state.visible.value) return null;
  const field = state.definition.node;
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  return (
    <div className="total">
      <span className="muted" id={`${id}-label`}>
        {textOf(field.label, language)}
      </span>{' '}
      <output
        id={id}
        aria-labelledby={`${id}-label`}
        className="strong"
        tabIndex={-1}
        data-fault={issue ? true : undefined}
      >
        {fullText(field, state.value.value, t, language)}
      </output>
      {issue && <p className="error">{issueText(issue, state.definition, t, language)}</p>}
    </div>
  );
}
