import { useSignals } from '@preact/signals-react/runtime';
import { Forward, UserCog } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { HandOver } from '../../../shared/contracts/leaving.contract.ts';
import { formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type HandOverState, type HandOverStore, isRunning } from './hand-over.store.ts';
import { leavingMessages } from './leaving.messages.ts';
import type { LeavingText } from './leaving-text.ts';

/** Polling interval, because live events can be lost or switched off. */
const LOOK_MS = 3000;

interface Props {
  readonly handOver: HandOverStore;
  /** Asks who receives what is left. */
  readonly onAsk: () => void;
  /** Asks for the successor. */
  readonly onAskSuccessor: () => void;
}

/** What happened to the open tasks of a deactivated user, and a way to hand over what is left. */
export function HandOverSection({ handOver, onAsk, onAskSuccessor }: Props): ReactNode {
  useSignals();
  const t = useMessages(leavingMessages);
  const id = useId();
  const state = handOver.state.value;
  const runs = isRunning(state);
  useEffect(() => {
    const stop = new AbortController();
    void handOver.load(stop.signal);
    return () => stop.abort();
  }, [handOver]);
  useEffect(() => {
    if (!runs) return;
    const off = onLive(['hand-over.progress', 'resync'], () => void handOver.load());
    const timer = setInterval(() => void handOver.load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [handOver, runs]);
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {t('section')}
      </h3>
      <Content state={state} handOver={handOver} t={t} />
      {state.status === 'ready' && (
        <>
          <p className="s second">
            {state.successor ? t('successor.is', { name: state.successor.name }) : t('successor.none')}
          </p>
          <div className="row wrap">
            {!runs && (
              <Button icon={Forward} onClick={onAsk}>
                {t('again')}
              </Button>
            )}
            <Button icon={UserCog} onClick={onAskSuccessor}>
              {t('successor.ask')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Content({
  state,
  handOver,
  t,
}: {
  readonly state: HandOverState;
  readonly handOver: HandOverStore;
  readonly t: LeavingText;
}): ReactNode {
  if (state.status === 'loading') return <Skeleton rows={1} label={t('loading')} />;
  if (state.status === 'failed') {
    return (
      <Banner
        tone="red"
        action={
          <Button small onClick={() => void handOver.load()}>
            {t('retry')}
          </Button>
        }
      >
        {problemText(state.error)}
      </Banner>
    );
  }
  const { run, left } = state;
  if (run === null) return <p className="s muted">{t('none')}</p>;
  return (
    <>
      <Summary run={run} handOver={handOver} t={t} />
      {left.length > 0 && (
        <ul className="links" aria-label={t('left')}>
          {left.map(({ taskId, name, businessKey, title }) => (
            <li key={taskId} className="row">
              <span className="stack grow">
                <span className="strong cut">{name ?? t('confidential')}</span>
                <span className="s second">{title}</span>
              </span>
              {businessKey && <span className="xs muted mono">{businessKey}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Summary({
  run,
  handOver,
  t,
}: {
  readonly run: HandOver;
  readonly handOver: HandOverStore;
  readonly t: LeavingText;
}): ReactNode {
  const { state, total, done, failed, ended, held } = run;
  const who = run.to ? t('to', { name: run.to.name }) : t('to.candidates');
  switch (state) {
    case 'held':
      return (
        <Banner
          tone="info"
          action={
            held && (
              <Button small onClick={() => void handOver.undo().catch(showProblem)}>
                {t('undo')}
              </Button>
            )
          }
        >
          {t('held', { count: total })} {who}
        </Banner>
      );
    case 'queued':
    case 'running':
      return (
        <Banner tone="info">
          {t('running', { done: done + failed, total })} {who}
        </Banner>
      );
    case 'stopped':
      return <p className="s second">{t('stopped', { count: total - done })}</p>;
    case 'done':
      return (
        <p className="s second">
          {t('done', { count: done, time: ended ? formatDayAndTime(ended) : '' })} {who}{' '}
          {failed > 0 && t('failed', { count: failed })}
        </p>
      );
  }
}
