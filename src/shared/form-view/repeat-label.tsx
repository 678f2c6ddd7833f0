import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type TableState, textOf } from '../forms/index.ts';
import { useForm } from './form-context.ts';

/** Label of a table or group, with current and maximum number of rows. */
export function RepeatLabel({ state, id }: { readonly state: TableState; readonly id: string }): ReactNode {
  useSignals();
  const { t, language } = useForm();
  const { node, maxRows } = state.definition;
  const isReadOnly = state.readOnly.value;
  return (
    <div className="label" id={id}>
      <span>{textOf(node.label, language)}</span>
      {state.required.value && !isReadOnly && (
        <span className="req" aria-hidden="true">
          *
        </span>
      )}
      {!isReadOnly && <span className="opt">{t('table.count', { count: state.rows.value.length, max: maxRows })}</span>}
    </div>
  );
}
