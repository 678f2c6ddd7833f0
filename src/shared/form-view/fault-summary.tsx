import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { type FieldState, type FormModel, type TableState, textOf } from '../forms/index.ts';
import { Icon } from '../ui/icon.tsx';
import { focusState } from './focus-state.ts';
import { type FormSetting, useForm } from './form-context.ts';

const LISTED = 10;

/** List of errors with links to the fields, also in other tabs and in rows far below. */
export function FaultSummary({ frame }: { readonly frame: RefObject<HTMLDivElement | null> }): ReactNode {
  useSignals();
  const { model, t, language, prefix, places } = useForm();
  const faults = places.faults.value;
  if (faults.length === 0) return null;
  return (
    <div className="banner red fault-summary" role="alert">
      <Icon of={CircleAlert} />
      <div className="stack">
        <p>{t('summary.title', { count: faults.length })}</p>
        <ul className="row wrap">
          {faults.slice(0, LISTED).map((state) => (
            <li key={state.id}>
              <button type="button" className="link" onClick={() => focusState(frame.current, places, prefix, state)}>
                {faultName(state, model, t, language)}
              </button>
            </li>
          ))}
          {faults.length > LISTED && <li className="muted">{t('summary.more', { count: faults.length - LISTED })}</li>}
        </ul>
      </div>
    </div>
  );
}

function faultName(
  state: FieldState | TableState,
  model: FormModel,
  t: FormSetting['t'],
  language: FormSetting['language'],
): string {
  const attribute = textOf(state.definition.label, language);
  const [table = '', rowId] = state.id.split('.');
  if (rowId === undefined) return attribute;
  const rows = model.table(table).rows.peek();
  return t('table.cell', { attribute, row: rows.findIndex((row) => row.rowId === rowId) + 1 });
}
