import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useStyles } from '../element/use-styles.ts';
import {
  type FieldState,
  type FormBody,
  type FormModel,
  isRepeating,
  type TableState,
  textOf,
} from '../forms/index.ts';
import { useLanguage, useMessages } from '../locale/index.ts';
import { Icon } from '../ui/icon.tsx';
import styles from '../ui/styles/forms.css?inline';
import table from '../ui/styles/table.css?inline';
import { formMessages } from './form.messages.ts';
import { controlId, type FormSetting, FormSettingProvider } from './form-context.ts';
import { FormNodeView } from './form-node.tsx';
import { type FormServices, NO_SERVICES } from './services.ts';

export interface FormViewProps {
  readonly model: FormModel;
  /** How often somebody has tried to submit: with each new attempt the first fault gets the focus. */
  readonly attempts?: number;
  /** Its files and what its fields choose from. The same object from one drawing to the next. */
  readonly services?: FormServices;
}

/** A form as its model says, to be filled in or, when the model is read-only, to be read. */
export function FormView({ model, attempts = 0, services = NO_SERVICES }: FormViewProps): ReactNode {
  useStyles(table);
  useStyles(styles);
  const t = useMessages(formMessages);
  const language = useLanguage();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const prefix = `f${id.replace(/[^A-Za-z0-9]/g, '')}-`;
  const setting = useMemo<FormSetting>(
    () => ({ model, t, language, prefix, services }),
    [model, t, language, prefix, services],
  );
  const totals = useMemo(() => totalsOf(model.body), [model]);

  useEffect(() => {
    if (model.languageId.peek() !== language) model.languageId.value = language;
  }, [model, language]);

  useEffect(() => {
    if (attempts === 0) return;
    frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();
  }, [attempts]);

  return (
    <FormSettingProvider value={setting}>
      <div className={`form-view ${model.readOnly ? 'document' : ''}`} ref={frame}>
        {attempts > 0 && <Summary setting={setting} frame={frame} />}
        <FormNodeView node={model.body.root} totals={totals} />
      </div>
    </FormSettingProvider>
  );
}

/** Keys of the computed fields that tables show at their foot. */
function totalsOf(body: FormBody): ReadonlySet<string> {
  const keys = new Set<string>();
  const visit = (node: FormBody['root']['children'][number]): void => {
    if ('children' in node) node.children.forEach(visit);
    else if (isRepeating(node)) for (const key of node.totals ?? []) keys.add(key);
  };
  visit(body.root);
  return keys;
}

interface SummaryProps {
  readonly setting: FormSetting;
  readonly frame: { readonly current: HTMLDivElement | null };
}

/** What is to be corrected, as a list that leads to each field. */
function Summary({ setting, frame }: SummaryProps): ReactNode {
  useSignals();
  const { model, t, language, prefix } = setting;
  const faults = shownFaults(model);
  if (faults.length === 0) return null;
  return (
    <div className="banner red" role="alert">
      <Icon of={CircleAlert} />
      <div className="stack">
        <p>{t('summary.title', { count: faults.length })}</p>
        <ul className="row wrap">
          {faults.slice(0, 10).map((state) => (
            <li key={state.id}>
              <button
                type="button"
                className="link"
                onClick={() => frame.current?.querySelector<HTMLElement>(`#${controlId(prefix, state.id)}`)?.focus()}
              >
                {faultName(state, model, t, language)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function shownFaults(model: FormModel): (FieldState | TableState)[] {
  const found: (FieldState | TableState)[] = [];
  for (const state of model.states.values()) {
    if (state.shown.value) found.push(state);
    if (state.kind === 'field' || !state.visible.value) continue;
    for (const row of state.rows.value) for (const cell of row.cells.values()) if (cell.shown.value) found.push(cell);
  }
  return found;
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
  const index = model
    .table(table)
    .rows.peek()
    .findIndex((row) => row.rowId === rowId);
  return t('table.cell', { attribute, row: index + 1 });
}
