import { useSignals } from '@preact/signals-react/runtime';
import { Undo2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { RequestDetail } from '../../shared/contracts/requests.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { dayText, headlineOf, shapeOf } from './headline.ts';
import { ProgressPanel } from './progress-panel.tsx';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsText } from './requests-text.ts';

const DetailsPanel = containedPart(() => import('./details-panel.tsx'), 'DetailsPanel');
const ConversationPanel = containedPart(() => import('./conversation-panel.tsx'), 'ConversationPanel');
const DocumentsPanel = containedPart(() => import('./documents-panel.tsx'), 'DocumentsPanel');
const HistoryPanel = containedPart(() => import('./history-panel.tsx'), 'HistoryPanel');
const WithdrawDialog = containedPart(() => import('./withdraw-dialog.tsx'), 'WithdrawDialog');

interface Props {
  readonly request: RequestDetail;
  readonly store: RequestsStore;
  readonly onTask: (taskId: string) => void;
  readonly t: RequestsText;
}

type Tab = 'progress' | 'details' | 'conversation' | 'documents' | 'history';

/** One request: headline, progress, what was sent, messages, documents, history. */
export function RequestView({ request, store, onTask, t }: Props): ReactNode {
  useSignals();
  const language = useLanguage();
  const [tab, setTab] = useState<Tab>('progress');
  const [withdraws, setWithdraws] = useState(false);
  const { id, process, number, title, started, starter, requester, relation, withdrawal, holders } = request;
  const { held } = withdrawal;
  const own = holders.find(({ taskId }) => taskId !== null);
  const tabs = [
    { id: 'progress' as const, label: t('tab.progress') },
    ...(request.hasForm ? [{ id: 'details' as const, label: t('tab.details') }] : []),
    { id: 'conversation' as const, label: t('tab.conversation'), count: request.comments },
    { id: 'documents' as const, label: t('tab.documents'), count: request.documents },
    { id: 'history' as const, label: t('tab.history') },
  ];
  return (
    <div className="detail">
      <header className="detail-head">
        <div className="row wrap">
          <p className="xs muted grow facts">
            {process.name !== title && <span>{process.name}</span>}
            {number && <span>{number}</span>}
            <span>{t('sent', { date: dayText(started) })}</span>
            {relation === 'team' && <span>{requester.name}</span>}
            {starter && <span>{t('startedBy', { name: starter.name })}</span>}
          </p>
          {withdrawal.may && !held && (
            <Button kind="ghost" small icon={Undo2} onClick={() => setWithdraws(true)}>
              {t('withdraw')}
            </Button>
          )}
        </div>
        <h2 className="t1">{title}</h2>
        <p className="headline strong">
          <StatusShape status={shapeOf(request)} />
          <span>{headlineOf(request, t, language)}</span>
        </p>
        {own && (
          <div className="row">
            <Button kind="primary" onClick={() => onTask(own.taskId!)}>
              {t('openTask')}
            </Button>
          </div>
        )}
        {held && (
          <Banner
            tone="amber"
            action={
              <Button small onClick={() => void store.undo(held.id).catch(showProblem)}>
                {t('undo')}
              </Button>
            }
          >
            {t('withdrawing')}
          </Banner>
        )}
        <Tabs label={t('tabs')} tabs={tabs} current={tab} onChange={setTab} idPrefix="request" />
      </header>
      <div
        className="detail-scroll"
        role="tabpanel"
        id={`request-panel-${tab}`}
        aria-labelledby={`request-tab-${tab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <Suspense fallback={<Skeleton rows={4} label={t('loading')} />}>
          {tab === 'progress' && <ProgressPanel request={request} t={t} />}
          {tab === 'details' && <DetailsPanel id={id} t={t} />}
          {tab === 'conversation' && <ConversationPanel store={store} mayWrite={request.mayComment} t={t} />}
          {tab === 'documents' && <DocumentsPanel id={id} count={request.documents} t={t} />}
          {tab === 'history' && <HistoryPanel request={request} t={t} />}
        </Suspense>
      </div>
      {withdraws && (
        <Suspense>
          <WithdrawDialog store={store} onClose={() => setWithdraws(false)} t={t} />
        </Suspense>
      )}
    </div>
  );
}
