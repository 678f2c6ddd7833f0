import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import type { Values } from '../../shared/contracts/shapes.contract.ts';
import type { TaskDetail, TaskForm as TaskFormData } from '../../shared/contracts/tasks.contract.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { CarriedOverBanner } from '../../shared/form-draft/carried-over-banner.tsx';
import { ConflictBanner } from '../../shared/form-draft/conflict-banner.tsx';
import { DraftNote } from '../../shared/form-draft/draft-note.tsx';
import { taskDrafts } from '../../shared/form-draft/draft-servers.ts';
import { useDraft, useFollowing, useNewForm } from '../../shared/form-draft/use-draft.ts';
import { useModel } from '../../shared/form-draft/use-model.ts';
import { PreviewHost } from '../../shared/form-view/files/preview-host.tsx';
import { FormView, formNavigation } from '../../shared/form-view/index.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { session } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import collaboration from '../../shared/ui/styles/collaboration.css?inline';
import styles from '../../shared/ui/styles/task.css?inline';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Adhoc } from './adhoc.tsx';
import { DelegationBar, DelegationNote } from './collaboration/delegation-banner.tsx';
import { Dialogs } from './collaboration/dialogs.tsx';
import { headMessages } from './collaboration/head.messages.ts';
import { HeadActions, type OpenDialog } from './collaboration/head-actions.tsx';
import { useCollaboration } from './collaboration/use-collaboration.ts';
import { useCommands } from './collaboration/use-commands.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { LazyFilesPanel } from './files/lazy-panel.tsx';
import { OutcomeBar, RefusedDecision } from './outcome-bar.tsx';
import { PrintSheet } from './print/print-sheet.tsx';
import { Refusal } from './refusal.tsx';
import { taskFormMessages } from './task-form.messages.ts';
import { createTaskStore, type TaskStore } from './task-form.store.ts';
import { TaskHead } from './task-head.tsx';
import type { TaskText } from './task-text.ts';
import { UndoBanner } from './undo/undo-banner.tsx';
import { useComment, useServices } from './use-form.ts';
import { useOutcomes } from './use-outcomes.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const RequesterPanel = containedPart(() => import('./collaboration/requester-panel.tsx'), 'RequesterPanel');
const CommentsPanel = containedPart(() => import('../../shared/comments/comments-panel.tsx'), 'CommentsPanel');
const HistoryPanel = containedPart(() => import('./collaboration/history-panel.tsx'), 'HistoryPanel');

type TaskFormProps = PropertiesOf<'verva-task-form'>;

/** One task: form, history and outcomes. */
export function TaskForm({ taskId }: TaskFormProps): ReactNode {
  useStyles(styles);
  useStyles(collaboration);
  useSignals();
  const t = useMessages(taskFormMessages);
  const store = useMemo(() => createTaskStore(call), []);
  const state = store.load.value;

  useEffect(() => {
    void store.open(taskId ?? null);
    return store.stop;
  }, [store, taskId]);

  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return;
    // Retries what failed without a session.
    if (store.load.peek().status === 'failed') void store.open(taskId ?? null);
    const act = store.act.peek();
    if (act.status === 'refused' && act.error.status === 401) store.act.value = { status: 'idle' };
  }, [store, taskId, isSignedIn]);

  useEffect(
    () =>
      onLive(['task.changed', 'task.ended'], (event) => {
        const isAbout = event.type === 'resync' || event.data.taskId === taskId;
        if (isAbout && store.act.peek().status !== 'sending') void store.refresh();
      }),
    [store, taskId],
  );

  if (state.status !== 'ready' && asksToSignIn()) return <SignIn text={t('task.signedOut')} />;
  switch (state.status) {
    case 'none':
      return (
        <div className="detail centred">
          <EmptyState title={t('task.none')} />
        </div>
      );
    case 'loading':
      return (
        <div className="detail" aria-busy="true">
          <Skeleton rows={6} label={t('task.loading')} />
        </div>
      );
    case 'failed':
      return (
        <div className="detail centred">
          <EmptyState
            mark="failed"
            title={state.error.code === 'task.not_found' ? t('task.notFound') : t('task.failed')}
          >
            {state.error.code !== 'task.not_found' && (
              <Button onClick={() => void store.open(taskId ?? null)}>{t('task.retry')}</Button>
            )}
          </EmptyState>
        </div>
      );
    case 'ready':
      return <OpenTask key={state.task.id} store={store} task={state.task} form={state.form} t={t} />;
  }
}

interface OpenTaskProps {
  readonly store: TaskStore;
  readonly task: TaskDetail;
  readonly form: TaskFormData;
  readonly t: TaskText;
}

function OpenTask({ store, task, form, t }: OpenTaskProps): ReactNode {
  useSignals();
  const languageId = useLanguage();
  const widget = useWidget();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [tab, setTab] = useState<'form' | 'files' | 'comments' | 'history'>('form');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [toComment, setToComment] = useState(0);
  const h = useMessages(headMessages);
  const collaboration = useCollaboration(store, task, h);
  const act = store.act.value;
  const mayAct = task.status === 'open' && task.mayEdit;
  const model = useModel(form, mayAct);
  const { files, fileCount, services } = useServices(task, form, model);
  const drafts = useMemo(() => taskDrafts(call, task.id), [task.id]);
  const keeper = useDraft(drafts, form, model);
  useFollowing(keeper, task.version);
  useNewForm(keeper, task, form, () => store.reloadForm(task));
  const comment = useComment(keeper);
  const outcomes = useOutcomes({ store, task, form, model, keeper, onInvalid: () => setTab('form') });
  const { perform, asking } = outcomes;
  const isAtEnd = model === null || formNavigation(model).isAtEnd.value;

  // What was saved is no longer what is on screen.
  useEffect(() => {
    const before = model?.values.peek();
    return model?.values.subscribe((now) => {
      if (now !== before) store.settle();
    });
  }, [model, store]);

  // Moves the screen reader to the heading, where sighted users look first.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const isMine = task.held?.id !== undefined;
  // After another user completes the task, only its state is refreshed: a full reload would discard the input.
  const look = useCallback(() => void (isMine ? store.open(task.id) : store.refresh()), [store, task.id, isMine]);

  useCommands((command) => {
    if (command === 'claim' && task.mayClaim) void perform({ action: 'claim' });
    if (command === 'assign' && task.mayAssign) setDialog('assign');
    if (command === 'comment') {
      setTab('comments');
      setToComment((count) => count + 1);
    }
    if (command === 'complete' && mayAct) {
      setTab('form');
      widget.root.querySelector<HTMLElement>('.outcomes .btn')?.focus();
    }
  });

  return (
    <article className="detail" aria-labelledby={`${id}-name`}>
      <TaskHead
        task={task}
        t={t}
        h={h}
        headingId={`${id}-name`}
        headingRef={heading}
        onWhy={() => setDialog('why')}
        actions={
          <HeadActions
            task={task}
            collaboration={collaboration.collaboration}
            act={act}
            t={t}
            h={h}
            onAct={perform}
            onAsk={setDialog}
            onSnooze={(until) => void collaboration.snooze(until)}
            onWake={() => void collaboration.wake()}
            onTakeBack={() => void collaboration.takeBack()}
          />
        }
      />
      <div className="detail-tabs">
        <Tabs
          label={t('task.tabs')}
          idPrefix={id}
          tabs={[
            { id: 'form', label: t('task.tab.form') },
            { id: 'files', label: t('task.tab.files'), ...(fileCount > 0 ? { count: fileCount } : {}) },
            { id: 'comments', label: h('tab.comments'), count: task.comments },
            { id: 'history', label: t('task.tab.history') },
          ]}
          current={tab}
          onChange={(next) => {
            setTab(next);
            // The server knows who added which file.
            if (next === 'files') void store.refresh();
          }}
        />
      </div>
      <div
        className="detail-scroll"
        part="body"
        role="tabpanel"
        id={`${id}-panel-${tab}`}
        aria-labelledby={`${id}-tab-${tab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <Refusal act={act} t={t} />
        {task.held && <UndoBanner held={task.held} isRefused={act.status === 'refused'} onChange={look} />}
        {keeper && <CarriedOverBanner keeper={keeper} />}
        {keeper && model && <ConflictBanner keeper={keeper} model={model} services={services} />}
        {tab === 'files' ? (
          <LazyFilesPanel
            label={t('task.loading')}
            task={task}
            model={model}
            service={files}
            mayAdd={mayAct}
            onChange={() => void store.refresh()}
          />
        ) : tab !== 'form' ? (
          <Suspense fallback={<Skeleton rows={4} label={t('task.loading')} />}>
            {tab === 'comments' ? (
              <>
                <CommentsPanel store={collaboration.collaboration} focus={toComment} />
                <RequesterPanel taskId={task.id} mayReply={mayAct} />
              </>
            ) : (
              <HistoryPanel store={store} task={task} t={t} />
            )}
          </Suspense>
        ) : (
          <>
            <DelegationNote task={task} h={h} />
            {model ? (
              <FormView model={model} attempts={outcomes.attempts} services={services} />
            ) : (
              mayAct && <p className="second">{t('task.noForm')}</p>
            )}
            {task.adhoc.length > 0 && <Adhoc store={store} task={task} t={t} />}
          </>
        )}
      </div>
      {mayAct && !task.mayComplete && task.mayReturn && (
        <DelegationBar
          task={task}
          collaboration={collaboration.collaboration}
          t={t}
          h={h}
          isSaving={act.status === 'sending' && act.what === 'save'}
          onReturn={() => setDialog('return')}
          onSave={model ? () => void perform({ action: 'save', variables: model.values.peek() as Values }) : null}
        />
      )}
      {mayAct && task.mayComplete && (
        <OutcomeBar
          outcomes={isAtEnd ? form.outcomes : form.outcomes.filter(({ validate }) => !validate)}
          language={languageId}
          act={act}
          model={model}
          t={t}
          onChoose={outcomes.choose}
          onSave={() => void perform({ action: 'save', variables: (model?.values.peek() ?? {}) as Values })}
          note={keeper && <DraftNote keeper={keeper} />}
        />
      )}
      {task.status === 'open' && task.whyNot && <RefusedDecision task={task} t={t} />}
      <Dialogs asking={dialog} task={task} actions={collaboration} h={h} onClose={() => setDialog(null)} />
      <PreviewHost service={files} />
      <PrintSheet task={task} form={form} model={model} services={services} t={t} />
      {asking && (
        <CommentDialog
          outcome={asking}
          confirm={outcomes.confirmOf(asking)}
          language={languageId}
          t={t}
          text={comment.text}
          onText={comment.change}
          onClose={outcomes.cancel}
          onSend={(commentText) => outcomes.answer(asking, commentText)}
        />
      )}
    </article>
  );
}
