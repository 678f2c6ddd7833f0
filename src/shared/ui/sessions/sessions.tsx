import { useSignals } from '@preact/signals-react/runtime';
import { Check, CircleAlert, Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { call } from '../../api/index.ts';
import { problemText } from '../../api/problem-text.ts';
import type { SignInFailure, UserSession } from '../../contracts/sessions.contract.ts';
import { useStyles } from '../../element/use-styles.ts';
import { formatDayAndTime, formatRelative, type Messages, type Translate, useMessages } from '../../locale/index.ts';
import { Badge } from '../badge.tsx';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { RetryBanner } from '../retry-banner.tsx';
import { Skeleton } from '../skeleton.tsx';
import { showSnack } from '../snackbar.ts';
import styles from '../styles/sessions.css?inline';
import { sessionsMessages } from './sessions.messages.ts';
import { createSessionsStore, type SessionsStore } from './sessions.store.ts';

type SessionsText = typeof sessionsMessages extends Messages<infer Key> ? Translate<Key> : never;

interface Props {
  readonly send: typeof call;
  /** Username or key; `me` for one's own sessions, of which the current one cannot be ended here. */
  readonly userId: string;
}

interface PartProps {
  readonly store: SessionsStore;
  readonly isOwn: boolean;
  readonly t: SessionsText;
  /** Reports what ended, and moves the focus, whose button is gone. */
  readonly onEnded: (count: number | null) => void;
}

/** The sessions of a user, with ways to end them. */
export function Sessions({ send, userId }: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(sessionsMessages);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [store] = useState(() => createSessionsStore({ send, userId }));
  useEffect(() => void store.load(), [store]);
  const state = store.state.value;
  const isOwn = userId === 'me';
  if (state.status === 'ready' && isOwn && !state.isKeptHere) return null;

  const onEnded = (count: number | null) => {
    if (count === null) return;
    showSnack({ text: t('ended', { count }), icon: Check });
    heading.current?.focus();
  };
  return (
    <section className="section sessions" aria-labelledby={id}>
      <h3 className="t3" id={id} ref={heading} tabIndex={-1}>
        {t('title')}
      </h3>
      {state.status === 'loading' && <Skeleton rows={2} label={t('loading')} />}
      {state.status === 'failed' && (
        <RetryBanner error={state.error} onRetry={() => void store.load()} label={t('retry')} />
      )}
      {state.status === 'ready' && (
        <>
          <SessionList sessions={state.sessions} {...{ store, isOwn, t, onEnded }} />
          {state.sessions.length === 0 && <p className="s muted">{t(state.isKeptHere ? 'none' : 'elsewhere')}</p>}
          <Failures failures={state.failures} t={t} />
          {store.error.value !== null && <Banner tone="red">{problemText(store.error.value)}</Banner>}
          {(state.sessions.some(({ isCurrent }) => !isCurrent) || !state.isKeptHere) && (
            <EndAll {...{ store, isOwn, t, onEnded }} />
          )}
        </>
      )}
    </section>
  );
}

function SessionList({
  sessions,
  store,
  t,
  onEnded,
}: PartProps & { readonly sessions: readonly UserSession[] }): ReactNode {
  useSignals();
  const ending = store.ending.value;
  return (
    <ul aria-label={t('title')}>
      {sessions.map((session) => {
        const { id, system, isCurrent, address, startedAt, lastUsedAt } = session;
        const name = nameOf(session, t);
        return (
          <li key={id} className="row">
            <Icon of={system === 'iOS' || system === 'Android' ? Smartphone : Monitor} />
            <span className="stack grow">
              <span className="row wrap">
                <span className="strong">{name}</span>
                {isCurrent && <Badge tone="green">{t('here')}</Badge>}
              </span>
              <span className="xs muted">{t('started', { time: formatDayAndTime(startedAt) })}</span>
              <span className="xs muted">
                {[address, !isCurrent && t('used', { time: formatRelative(lastUsedAt) })].filter(Boolean).join(' · ')}
              </span>
            </span>
            {!isCurrent && (
              <Button
                small
                busy={ending === id}
                blocked={ending !== null && ending !== id}
                aria-label={t('endOf', { browser: name })}
                onClick={() => void store.end(id).then(onEnded)}
              >
                {t('end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The latest failed sign-ins; nothing without any. */
function Failures({
  failures,
  t,
}: {
  readonly failures: readonly SignInFailure[];
  readonly t: SessionsText;
}): ReactNode {
  if (failures.length === 0) return null;
  return (
    <>
      <h4 className="s strong">{t('failures')}</h4>
      <ul aria-label={t('failures')}>
        {failures.map(({ at, count, address }) => (
          <li key={`${at} ${address}`} className="row">
            <Icon of={CircleAlert} />
            <span className="stack grow">
              <span>{t('failures.count', { count })}</span>
              <span className="xs muted">
                {[address, t('failures.last', { time: formatDayAndTime(at) })].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Ends all sessions after a question. */
function EndAll({ store, isOwn, t, onEnded }: PartProps): ReactNode {
  useSignals();
  const [isAsked, setAsked] = useState(false);
  const title = t(isOwn ? 'endOthers' : 'endAll');
  const ending = store.ending.value;
  if (!isAsked) {
    return (
      <div className="row">
        <Button blocked={ending !== null} onClick={() => setAsked(true)}>
          {title}
        </Button>
      </div>
    );
  }
  return (
    <div className="stack gap-2">
      <p>{t(isOwn ? 'endOthersText' : 'endAllText')}</p>
      <div className="row wrap">
        <Button blocked={ending !== null} onClick={() => setAsked(false)}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={ending === 'all'} onClick={() => void store.endAll().then(onEnded)}>
          {title}
        </Button>
      </div>
    </div>
  );
}

function nameOf({ browser, system }: UserSession, t: SessionsText): string {
  if (browser !== null && system !== null) return t('browserOn', { browser, system });
  return browser ?? system ?? t('unknown');
}
