import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { call } from '../api/index.ts';
import type { RecordListRow } from '../contracts/registries.contract.ts';
import { formatNumber } from '../locale/index.ts';
import { printConditions, type RecordsStore } from '../records/index.ts';
import { isOver } from '../runs/run.store.ts';
import { useFollowing } from '../runs/use-following.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { containedPart } from '../ui/contained-part.tsx';
import type { RegistryText } from './registry-text.ts';
import type { SelectionStore } from './selection.store.ts';
import { SelectionBar, selectionText } from './selection-bar.tsx';
import { findLatestRun, STATUS_PROGRESS, type StatusRun } from './status-change/status-run.ts';

const StatusChangeDialog = containedPart(
  () => import('./status-change/status-change-dialog.tsx'),
  'StatusChangeDialog',
);

interface Props {
  readonly send: typeof call;
  readonly registry: string;
  readonly store: RecordsStore<RecordListRow>;
  readonly selection: SelectionStore;
  readonly t: RegistryText;
}

/** The selection above the list, the user's run that is under way, and the dialog for another one. */
export function BulkStatus({ send, registry, store, selection, t }: Props): ReactNode {
  useSignals();
  const [run, setRun] = useState<StatusRun | null>(null);
  /** The dialog for the selection, or with the run. */
  const [dialog, setDialog] = useState<'selection' | 'run' | null>(null);
  useFollowing(run, STATUS_PROGRESS);
  useEffect(() => {
    let isShown = true;
    findLatestRun(send, registry).then(
      (latest) => {
        const now = latest?.state.peek();
        if (isShown && now?.status === 'ready' && !isOver(now.run)) setRun((known) => known ?? latest);
      },
      () => {
        // The list works without it; the next visit asks again.
      },
    );
    return () => {
      isShown = false;
    };
  }, [send, registry]);
  const selected = selection.selected.value;
  const total = store.total.value;
  return (
    <>
      {run && dialog === null && (
        <RunBanner run={run} onShow={() => setDialog('run')} onHide={() => setRun(null)} t={t} />
      )}
      <SelectionBar store={store} selection={selection} onChangeStatus={() => setDialog('selection')} t={t} />
      {dialog !== null && (
        <Suspense fallback={null}>
          <StatusChangeDialog
            send={send}
            registry={registry}
            target={
              selected.all
                ? { filter: { query: printConditions(store.asked.value) } }
                : { recordIds: [...selected.ids] }
            }
            about={total ? selectionText(selected, total, t) : ''}
            shown={dialog === 'run' ? run : null}
            onStarted={(started) => {
              setRun(started);
              selection.clear();
            }}
            onClose={() => {
              setDialog(null);
              const now = run?.state.peek();
              // Its result has been seen.
              if (now?.status === 'ready' && isOver(now.run)) setRun(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface BannerProps {
  readonly run: StatusRun;
  readonly onShow: () => void;
  readonly onHide: () => void;
  readonly t: RegistryText;
}

function RunBanner({ run, onShow, onHide, t }: BannerProps): ReactNode {
  useSignals();
  const now = run.state.value;
  if (now.status !== 'ready') return null;
  const { done, failed, total } = now.run;
  const over = isOver(now.run);
  const text = !over
    ? t('changing', { done: formatNumber(done + failed), total: formatNumber(total) })
    : failed > 0
      ? t('changed.failed', { done, failed })
      : t('changed', { count: done });
  return (
    <div className="registry-run">
      <Banner
        tone={!over ? 'info' : failed > 0 ? 'amber' : 'green'}
        action={
          <span className="row row-6">
            <Button small onClick={onShow}>
              {t('changed.show')}
            </Button>
            {over && (
              <Button small onClick={onHide}>
                {t('changed.hide')}
              </Button>
            )}
          </span>
        }
      >
        {text}
      </Banner>
    </div>
  );
}
