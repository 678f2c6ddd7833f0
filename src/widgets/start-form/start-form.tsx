import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type ApiError, call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { StartForm as StartFormData } from '../../shared/contracts/catalogue.contract.ts';
import type { UserRef, Values } from '../../shared/contracts/shapes.contract.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { CarriedOverBanner } from '../../shared/form-draft/carried-over-banner.tsx';
import { ConflictBanner } from '../../shared/form-draft/conflict-banner.tsx';
import { DraftNote } from '../../shared/form-draft/draft-note.tsx';
import { startDrafts } from '../../shared/form-draft/draft-servers.ts';
import { useDraft } from '../../shared/form-draft/use-draft.ts';
import { useModel } from '../../shared/form-draft/use-model.ts';
import { PreviewHost } from '../../shared/form-view/files/preview-host.tsx';
import {
  createFileService,
  createServerLookUps,
  type FormServices,
  FormView,
  filesOfDraft,
  formNavigation,
} from '../../shared/form-view/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { session } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/start.css?inline';
import { TextField } from '../../shared/ui/text-field.tsx';
import { ForField } from './for-field.tsx';
import { putInitial, readInitial } from './initial-values.ts';
import { NextSteps } from './next-steps.tsx';
import { startFormMessages } from './start-form.messages.ts';
import { createStartStore, type StartState, type StartStore, type Wanted } from './start-form.store.ts';
import { StartedView } from './started-view.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

type Props = PropertiesOf<'verva-start-form'>;

/** The start form of a catalogue item. */
export function StartForm({ item, caseType, process, draft, initial, requests }: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(startFormMessages);
  const store = useMemo(() => createStartStore(call), []);
  const state = store.load.value;
  const start = store.start.value;

  const wanted = useMemo(() => wantedOf(item, caseType, process), [item, caseType, process]);
  useEffect(() => {
    void store.open(wanted);
    return store.stop;
  }, [store, wanted]);

  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    // Retries what failed without a session.
    if (isSignedIn && store.load.peek().status === 'failed') void store.open(wanted);
  }, [store, wanted, isSignedIn]);

  if (state.status !== 'ready' && asksToSignIn()) return <SignIn text={t('signedOut')} />;
  switch (state.status) {
    case 'none':
      return (
        <div className="detail centred">
          <EmptyState title={t('none')} />
        </div>
      );
    case 'loading':
      return (
        <div className="detail" aria-busy="true">
          <Skeleton rows={6} label={t('loading')} />
        </div>
      );
    case 'failed':
      return <Failed store={store} wanted={wanted} error={state.error} />;
    case 'ready':
      if (start.status === 'started') {
        const again = () => void store.open({ item: state.form.item.id });
        return <StartedView started={start.started} form={state.form} mayOpen={requests === true} onAgain={again} />;
      }
      return (
        <OpenForm
          key={`${state.form.item.id} ${state.form.number}`}
          store={store}
          form={state.form}
          start={start}
          keepsDraft={draft !== 'none'}
          initial={initial}
        />
      );
  }
}

function wantedOf(item?: string, caseType?: string, process?: string): Wanted | null {
  if (item) return { item };
  if (caseType) return { kind: 'case', target: caseType };
  return process ? { kind: 'process', target: process } : null;
}

function Failed({
  store,
  wanted,
  error,
}: {
  readonly store: StartStore;
  readonly wanted: Wanted | null;
  readonly error: ApiError;
}): ReactNode {
  const t = useMessages(startFormMessages);
  const isMissing = error.code === 'catalogue.item_not_found';
  // Refusals that trying again does not change say why.
  const isKnown = error.code === 'process.suspended' || error.code === 'form.not_published';
  return (
    <div className="detail centred">
      <EmptyState mark="failed" title={isMissing ? t('notFound') : isKnown ? problemText(error) : t('failed')}>
        {!isMissing && <Button onClick={() => void store.open(wanted)}>{t('retry')}</Button>}
        {isMissing && <Back />}
      </EmptyState>
    </div>
  );
}

/** Returns to the catalogue, or leaves it to the page. */
function Back(): ReactNode {
  const t = useMessages(startFormMessages);
  const widget = useWidget();
  return (
    <Button kind="ghost" small icon={ArrowLeft} onClick={() => widget.ask('verva-start-chosen', { item: null })}>
      {t('back')}
    </Button>
  );
}

interface OpenProps {
  readonly store: StartStore;
  readonly form: StartFormData;
  readonly start: StartState;
  readonly keepsDraft: boolean;
  readonly initial: string | undefined;
}

function OpenForm({ store, form, start, keepsDraft, initial }: OpenProps): ReactNode {
  useSignals();
  const t = useMessages(startFormMessages);
  const widget = useWidget();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempts, setAttempts] = useState(0);
  const [subject, setSubject] = useState('');
  const [behalf, setBehalf] = useState<UserRef | null>(null);
  const itemId = form.item.id;
  const model = useModel(form);
  const known = useMemo(() => ({ ...form, saved: [] }), [form]);
  const drafts = useMemo(() => startDrafts(call, itemId), [itemId]);
  const keeper = useDraft(drafts, known, keepsDraft ? model : null, false);
  const files = useMemo(
    () => keeper && createFileService(filesOfDraft(keeper.ensure), form.fileLimit, () => form.files),
    [keeper, form],
  );
  const services = useMemo<FormServices>(() => ({ files, lookUps: createServerLookUps() }), [files]);
  const isAtEnd = model === null || formNavigation(model).isAtEnd.value;

  useEffect(() => {
    if (model && !form.draft) putInitial(model, readInitial(initial));
  }, [model, form, initial]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isUnsaved = keeper !== null && ['waiting', 'saving', 'offline'].includes(keeper.state.value.status);
  useEffect(() => widget.emit('verva-start-edited', { unsaved: isUnsaved }), [widget, isUnsaved]);

  async function send(): Promise<void> {
    if (model && model.attempt().issues.length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    const started = await store.begin(itemId, {
      ...(model ? { variables: model.values.peek() as Values, formVersion: form.number } : {}),
      ...(model || subject.trim() === '' ? {} : { subject: subject.trim() }),
      ...(behalf ? { for: behalf.key } : {}),
    });
    if (started) {
      keeper?.finish();
      const { instanceId, number } = started;
      widget.ask('verva-started', { instanceId, number, item: itemId });
      return;
    }
    const refusal = store.start.peek();
    if (refusal.status !== 'refused') return;
    if (refusal.error.code === 'form.version_changed') {
      await keeper?.save();
      await store.reload(itemId);
    }
    model?.showErrors(refusal.error.errors, '/variables');
    setAttempts((count) => count + 1);
  }

  const isSending = start.status === 'sending';
  return (
    <article className="detail start-form" aria-labelledby={`${id}-name`}>
      <header className="detail-head">
        <div>
          <Back />
        </div>
        <h1 className="t1" id={`${id}-name`} ref={heading} tabIndex={-1}>
          {form.item.title}
        </h1>
        {form.item.description && <p className="s second">{form.item.description}</p>}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="detail-scroll" part="body" aria-labelledby={`${id}-name`} tabIndex={0}>
        {start.status === 'refused' && <Refused code={start.error.code} text={problemText(start.error)} />}
        {keeper && <CarriedOverBanner keeper={keeper} />}
        {keeper && model && <ConflictBanner keeper={keeper} model={model} services={services} />}
        <div className="start-columns">
          <div className="stack start-main">
            <ForField form={form} value={behalf} onChange={setBehalf} />
            {model ? (
              <FormView model={model} attempts={attempts} services={services} />
            ) : (
              <TextField
                label={t('subject')}
                aside={t('optional')}
                hint={t('subjectHint')}
                maxLength={200}
                value={subject}
                onChange={setSubject}
              />
            )}
          </div>
          <NextSteps steps={form.next} />
        </div>
      </section>
      <footer className="outcomes" part="outcomes">
        <div className="row choices grow">
          {isAtEnd && (
            <Button kind="primary" busy={isSending} onClick={(event) => event.detail < 2 && void send()}>
              {t('start')}
            </Button>
          )}
        </div>
        {keeper && <DraftNote keeper={keeper} />}
      </footer>
      {files && <PreviewHost service={files} />}
    </article>
  );
}

function Refused({ code, text }: { readonly code: string; readonly text: string }): ReactNode {
  const t = useMessages(startFormMessages);
  if (code === 'network') return <Banner tone="red">{t('offline')}</Banner>;
  if (code === 'unreadable') return <Banner tone="red">{t('unread')}</Banner>;
  if (code === 'form.version_changed') return <Banner tone="amber">{t('changed')}</Banner>;
  return <Banner tone="red">{text}</Banner>;
}
