import type { Signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useId, useMemo } from 'react';
import type { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import collaboration from '../../shared/ui/styles/collaboration.css?inline';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { CasesPanel } from './cases-panel.tsx';
import { LinkedPanel } from './linked-panel.tsx';
import { createRecordRelated, type RecordRelatedStore } from './record-related.store.ts';
import type { RecordText } from './record-text.ts';

const CommentsPanel = containedPart(() => import('../../shared/comments/comments-panel.tsx'), 'CommentsPanel');

const TABS = ['form', 'comments', 'cases', 'linked'] as const;
export type RecordTab = (typeof TABS)[number];

interface Props {
  readonly send: typeof call;
  readonly resource: string;
  readonly recordId: string;
  readonly name: string;
  /** The open tab. */
  readonly open: Signal<RecordTab>;
  /** The form with its cards; it stays while another tab is open, so that input is kept. */
  readonly children: ReactNode;
  readonly t: RecordText;
}

/** The form of a record, its comments, its cases and tasks, and the records that refer to it. */
export function RecordTabs({ send, resource, recordId, name, open, children, t }: Props): ReactNode {
  useSignals();
  useStyles(collaboration);
  const prefix = useId();
  const store = useMemo(() => createRecordRelated(send, resource, recordId), [send, resource, recordId]);
  const tab = open.value;
  const { comments, related } = store;

  useEffect(() => {
    void comments.loadComments();
    void related.load();
    const stopListening = onLive(['comment.added', 'comment.changed', 'record.changed', 'task.changed'], (event) => {
      const { type, data } = event;
      const isComment = type === 'comment.added' || type === 'comment.changed';
      if (type === 'resync' || (isComment && data.ownerId === recordId)) void comments.refreshComments();
      if (type === 'resync' || type === 'task.changed' || data.recordId === recordId) void related.load();
    });
    return () => {
      stopListening();
      related.stop();
    };
  }, [comments, related, recordId]);

  const counts: Partial<Record<RecordTab, number>> = countsOf(store);
  return (
    <>
      <div className="record-tabs">
        <Tabs
          label={name}
          idPrefix={prefix}
          current={tab}
          onChange={(id) => {
            open.value = id;
          }}
          tabs={TABS.map((id) => ({ id, label: t(`tab.${id}`), ...(counts[id] ? { count: counts[id] } : {}) }))}
        />
      </div>
      <div role="tabpanel" id={`${prefix}-panel-form`} aria-labelledby={`${prefix}-tab-form`} hidden={tab !== 'form'}>
        {children}
      </div>
      {tab !== 'form' && (
        <div
          role="tabpanel"
          className="record-panel"
          id={`${prefix}-panel-${tab}`}
          aria-labelledby={`${prefix}-tab-${tab}`}
        >
          {tab === 'comments' ? (
            <Suspense fallback={<Skeleton rows={3} label={t('loading')} />}>
              <CommentsPanel store={comments} focus={0} about="record" />
            </Suspense>
          ) : (
            <Related store={store} tab={tab} t={t} />
          )}
        </div>
      )}
    </>
  );
}

function countsOf({ comments, related }: RecordRelatedStore): Partial<Record<RecordTab, number>> {
  const written = comments.comments.value;
  const state = related.state.value;
  return {
    comments: written.status === 'ready' ? written.items.filter(({ removed }) => removed === null).length : 0,
    ...(state.status === 'ready' && { cases: state.tasks.length, linked: state.linked.length }),
  };
}

interface RelatedProps {
  readonly store: RecordRelatedStore;
  readonly tab: 'cases' | 'linked';
  readonly t: RecordText;
}

function Related({ store: { related }, tab, t }: RelatedProps): ReactNode {
  useSignals();
  const state = related.state.value;
  if (state.status === 'loading') return <Skeleton rows={4} label={t('loading')} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void related.load()} t={t} />;
  return tab === 'cases' ? <CasesPanel data={state} t={t} /> : <LinkedPanel linked={state.linked} t={t} />;
}
