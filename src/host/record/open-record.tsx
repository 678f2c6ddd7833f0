import { type Signal, signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import type { RecordForm, RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import type { Values } from '../../shared/contracts/shapes.contract.ts';
import { PreviewHost } from '../../shared/form-view/files/preview-host.tsx';
import {
  createFileService,
  createServerLookUps,
  type FormServices,
  FormView,
  filesOfRecord,
} from '../../shared/form-view/index.ts';
import {
  columnFields,
  createFormModel,
  type FormBody,
  type FormModel,
  mergeValues,
  same,
  textOf,
} from '../../shared/forms/index.ts';
import { today } from '../../shared/locale/dates.ts';
import { language, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { AboutCard } from './about-card.tsx';
import { offeredStatuses } from './offered-statuses.ts';
import { recordMessages } from './record.messages.ts';
import type { RecordStore } from './record.store.ts';
import { RecordActions } from './record-actions.tsx';
import { RecordHead } from './record-head.tsx';
import { type RecordTab, RecordTabs } from './record-tabs.tsx';
import type { RecordText } from './record-text.ts';
import { SaveConflictBanner } from './save-conflict-banner.tsx';
import { StatusCard } from './status-card.tsx';

interface Props {
  readonly send: typeof call;
  readonly resource: string;
  readonly store: RecordStore;
  readonly form: RecordForm;
  /** Values entered into an older version of the form. */
  readonly typed: Values | undefined;
  readonly title: string;
  readonly onAdded: (record: RegistryRecord) => void;
}

/** A record, editable or read-only. */
export function OpenRecord({ send, resource, store, form, typed, title, onAdded }: Props): ReactNode {
  useSignals();
  const t = useMessages(recordMessages);
  const id = useId();
  const { record, readOnly } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempts, setAttempts] = useState(0);
  // Saving must not re-render the form.
  const [model, setModel] = useState(() => modelOf(form, typed));
  /** The server's record as last known. */
  const [base] = useState(() => ({ values: modelOf(form)?.values.peek() ?? {}, status: statusOf(form) }));
  const [status, setStatus] = useState(statusOf(form));
  /** Until `base` is what was saved. */
  const [isSending, setSending] = useState(false);
  const recordId = record?.id;
  const services = useMemo<FormServices>(
    () => ({
      // Files can be added only after the record exists.
      files: recordId === undefined ? null : createFileService(filesOfRecord(recordId), form.fileLimit),
      lookUps: createServerLookUps(),
    }),
    [recordId, form.fileLimit],
  );
  const saving = store.saving.value;
  // A signal: opening a tab must not re-render the form.
  const [tab] = useState(() => signal<RecordTab>('form'));

  // Scrolls to what is focused, so that sighted and screen reader users see the same.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const shownLanguage = useLanguage();
  const labelOf = (key: string) =>
    textOf(columnFields(form.body as unknown as FormBody).find((field) => field.key === key)?.label, shownLanguage) ||
    key;
  const typedNow = () => (model?.values.peek() ?? {}) as Values;

  async function save(): Promise<void> {
    if (model && model.attempt().issues.length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    const values = typedNow();
    setSending(true);
    const saved = await store.save({ data: values, ...(status === null ? {} : { status }) });
    if (saved) Object.assign(base, { values, status });
    setSending(false);
    if (saved) {
      showSnack({ text: t(record ? 'saved' : 'added') });
      if (!record) onAdded(saved);
      return;
    }
    const state = store.saving.peek();
    if (state.status !== 'refused') return;
    model?.showErrors(state.error.errors, '/data');
    setAttempts((count) => count + 1);
  }

  const isTyped = () =>
    status !== base.status ||
    (model !== null && (model.unread.peek().size > 0 || !isSame(model.values.peek(), base.values)));
  const latest = useRef({ isTyped, save });
  latest.current = { isTyped, save };
  useEffect(() => {
    if (readOnly) return;
    return watchUnsaved({
      isTyped: () => latest.current.isTyped(),
      keep: () => latest.current.save(),
      discard: async () => undefined,
      keeping: 'saves',
    });
  }, [readOnly]);

  /** Takes over fields that only another user has changed; fields changed here keep their input. */
  function continueFrom(theirs: RegistryRecord, result: 'merged' | 'idle' = 'merged'): void {
    const there = modelOf({ ...form, record: theirs })?.values.peek() ?? {};
    const merged = mergeValues(base.values, model?.values.peek() ?? {}, there);
    // A read-only form accepts no values and is rendered again.
    if (readOnly) setModel(modelOf({ ...form, record: theirs }));
    else model?.fill(merged.values);
    if (status === base.status) setStatus(theirs.status);
    Object.assign(base, { values: there, status: theirs.status });
    store.continueFrom(theirs, result);
  }

  const onTheirs = useRef(continueFrom);
  onTheirs.current = continueFrom;
  useEffect(
    () =>
      onLive(['record.changed'], async ({ data }) => {
        const theirs = await store.receiveChange(data);
        if (!theirs) return;
        if (latest.current.isTyped()) store.oppose(theirs);
        else onTheirs.current(theirs, 'idle');
      }),
    [store],
  );

  const columns = (
    <div className="record-columns">
      {!readOnly && form.statuses.length > 0 && (
        <StatusCard
          offered={offeredStatuses(form, record?.status ?? null)}
          labelOf={labelOf}
          saved={record?.status ?? null}
          chosen={status}
          onChoose={setStatus}
          t={t}
        />
      )}
      <div className="record-main">
        {model ? (
          <FormView model={model} attempts={attempts} services={services} />
        ) : (
          <p className="second">{t('noForm')}</p>
        )}
      </div>
      {record && (
        <AboutCard
          record={record}
          onOwner={readOnly ? null : (owner) => void store.change({ owner: owner?.key ?? null }).catch(showProblem)}
          t={t}
        />
      )}
    </div>
  );
  return (
    <article className="record-page" aria-labelledby={id}>
      <SaveConflictBanner
        saving={saving}
        onTheirs={() => void store.open()}
        onMine={continueFrom}
        onNewForm={() => void store.open(typedNow())}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="record-scroll" aria-labelledby={id} tabIndex={0}>
        <RecordHead
          form={form}
          title={title}
          status={base.status}
          headingId={id}
          headingRef={heading}
          actions={record && <RecordActions {...{ store, record, t }} name={title} deletable={form.deletable} />}
        />
        {record ? (
          <RecordTabs {...{ send, resource, t }} recordId={record.id} name={title} open={tab}>
            {columns}
          </RecordTabs>
        ) : (
          columns
        )}
      </section>
      {services.files && <PreviewHost service={services.files} />}
      {!readOnly && (
        <RecordBar
          model={model}
          isTyped={isTyped}
          tab={tab}
          isNew={!record}
          isSaving={isSending}
          onSave={() => void save()}
          t={t}
        />
      )}
    </article>
  );
}

interface BarProps {
  readonly model: FormModel | null;
  readonly isTyped: () => boolean;
  readonly tab: Signal<RecordTab>;
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly t: RecordText;
}

/** Renders again with each input; the form does not. Tabs without input show it only while the form has unsaved input. */
function RecordBar({ model, isTyped, tab, isNew, isSaving, onSave, t }: BarProps): ReactNode {
  useSignals();
  void model?.values.value;
  void model?.unread.value;
  const isChanged = isTyped();
  if (tab.value !== 'form' && !isChanged && !isSaving) return null;
  return <CommitBar save={t('save')} isChanged={isChanged} isNew={isNew} isSaving={isSaving} onSave={onSave} />;
}

/** Status of the record, or of a new one. */
function statusOf({ record, statuses }: RecordForm): string | null {
  return record ? record.status : (statuses[0]?.id ?? null);
}

function modelOf({ body, record, readOnly }: RecordForm, values: Values = record?.data ?? {}): FormModel | null {
  if (!body) return null;
  return createFormModel(body as unknown as FormBody, {
    values,
    languageId: language.peek(),
    today: today(),
    readOnly,
  });
}

function isSame(mine: Readonly<Record<string, unknown>>, theirs: Readonly<Record<string, unknown>>): boolean {
  return [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].every((key) =>
    same(mine[key] as never, theirs[key] as never),
  );
}
