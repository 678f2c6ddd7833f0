import { useSignals } from '@preact/signals-react/runtime';
import { type FormEvent, memo, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { type FormBody, type FormModel, isRepeating } from '../forms/index.ts';
import { useLanguage, useMessages } from '../locale/index.ts';
import controls from '../ui/styles/form-controls.css?inline';
import layout from '../ui/styles/form-layout.css?inline';
import styles from '../ui/styles/forms.css?inline';
import table from '../ui/styles/table.css?inline';
import { choiceTextsOf } from './choice-sources.ts';
import { FaultSummary } from './fault-summary.tsx';
import { focusState } from './focus-state.ts';
import { formMessages } from './form.messages.ts';
import { type FormSetting, FormSettingProvider } from './form-context.ts';
import { formNavigation } from './form-navigation.ts';
import { FormNodeView } from './form-node.tsx';
import { type FormServices, NO_SERVICES } from './services.ts';
import '../ui/styles/parts-sheet.ts';

export interface FormViewProps {
  readonly model: FormModel;
  /** Number of attempts to submit: each new one focuses the first error. */
  readonly attempts?: number;
  /** Files and sources of choices. Must keep its identity between renderings. */
  readonly services?: FormServices;
  /** For printing: tabs and steps one below the other, every row of a table. */
  readonly isWhole?: boolean;
}

/**
 * A form from its model: editable, or read-only if the model is. Renders once: each field subscribes to its own state.
 */
export const FormView = memo(function FormView({
  model,
  attempts = 0,
  services = NO_SERVICES,
  isWhole = false,
}: FormViewProps): ReactNode {
  useStyles(table);
  useStyles(styles);
  useStyles(controls);
  useStyles(layout);
  const t = useMessages(formMessages);
  const language = useLanguage();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const prefix = `f${id.replace(/[^A-Za-z0-9]/g, '')}-`;
  const ownForm = `${prefix}own`;
  const setting = useMemo<FormSetting>(
    () => ({
      model,
      t,
      language,
      prefix,
      services,
      names: choiceTextsOf(services),
      places: formNavigation(model),
      totals: totalsOf(model.body),
      Node: FormNodeView,
      isWhole,
    }),
    [model, t, language, prefix, services, isWhole],
  );

  useEffect(() => {
    if (model.languageId.peek() !== language) model.languageId.value = language;
  }, [model, language]);

  return (
    <FormSettingProvider value={setting}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: not interactive, it only tracks the focus */}
      <div
        className={`form-view ${model.readOnly ? 'document' : ''}`}
        ref={frame}
        onFocus={({ target }) => joinOwnForm(target, ownForm)}
        onBlur={({ target }) => leaveOwnForm(target, ownForm)}
      >
        <Attempts attempts={attempts} setting={setting} frame={frame} />
        <FormNodeView node={model.body.root} />
        {!model.readOnly && <form id={ownForm} hidden noValidate onSubmit={stay} />}
      </div>
    </FormSettingProvider>
  );
});

/** Prevents submitting by Enter. */
function stay(event: FormEvent): void {
  event.preventDefault();
}

interface AttemptsProps {
  readonly attempts: number;
  readonly setting: FormSetting;
  readonly frame: RefObject<HTMLDivElement | null>;
}

/** After an attempt to submit or continue: the errors, with the focus on the first. */
function Attempts({ attempts, setting, frame }: AttemptsProps): ReactNode {
  useSignals();
  const { places, prefix } = setting;
  const tries = attempts + places.tries.value;
  useEffect(() => {
    if (tries === places.attended) return;
    places.attended = tries;
    const [first] = places.faults.peek();
    if (first) focusState(frame.current, places, prefix, first);
  }, [tries, places, prefix, frame]);
  return tries > 0 ? <FaultSummary frame={frame} /> : null;
}

/** Keys of computed fields that tables show in their footer. */
function totalsOf(body: FormBody): ReadonlySet<string> {
  const keys = new Set<string>();
  const visit = (node: FormBody['root']['children'][number]): void => {
    if ('children' in node) node.children.forEach(visit);
    else if (isRepeating(node)) for (const key of node.totals ?? []) keys.add(key);
  };
  visit(body.root);
  return keys;
}

/** Inputs that are not typed into; those of one choice must stay together. */
const OTHERS: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'reset']);

/**
 * On each key press Chromium reads all inputs of the input's form, or all of the page without a form, for autofill:
 * with hundreds of them that costs more than rendering. Therefore the focused input belongs to the empty form `id`
 * while it has the focus.
 */
function joinOwnForm(target: EventTarget, id: string): void {
  if (isTyped(target) && !target.form) target.setAttribute('form', id);
}

function leaveOwnForm(target: EventTarget, id: string): void {
  if (isTyped(target) && target.getAttribute('form') === id) target.removeAttribute('form');
}

function isTyped(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !OTHERS.has(target.type));
}
