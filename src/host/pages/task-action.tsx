import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { MailedAction } from '../../shared/contracts/task-action.contract.ts';
import { formatDayAndTime, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { emailActionMessages } from '../email-actions/email-actions.messages.ts';
import { mailSecret } from '../email-actions/mail-link.ts';
import { applyRecipientLanguage } from '../email-actions/reader.ts';
import { createTaskActionStore, type TaskActionStore } from '../email-actions/task-action.store.ts';
import { PublicLayout } from '../login/public-layout.tsx';

const COMMENT_MAX = 4000;

/** `/task-action`: describes the action of an e-mail button and executes it on confirmation (PUB-04). */
export function TaskActionPage(): ReactNode {
  useSignals();
  const t = useMessages(emailActionMessages);
  const [, navigate] = useLocation();
  const [store] = useState(() => createTaskActionStore(call, mailSecret(), applyRecipientLanguage));
  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    document.title = `${t('action.title')} · Verva`;
  }, [t]);
  const state = store.state.value;
  switch (state.status) {
    case 'loading':
      return (
        <PublicLayout help="email-action">
          <Skeleton rows={5} label={t('action.loading')} />
        </PublicLayout>
      );
    case 'ready':
      return (
        <PublicLayout help="email-action">
          <Question store={store} {...state} />
        </PublicLayout>
      );
    case 'done':
      return (
        <Verdict title={t('action.done')} text={state.result.message}>
          <p className="s second">{t('action.close')}</p>
        </Verdict>
      );
    case 'lost':
      return <Verdict failed title={t('lost.title')} text={t('lost.text')} />;
    case 'unreachable':
      return (
        <Verdict failed title={t('unreachable')} text={problemText(state.error)}>
          <Button kind="primary" onClick={() => void store.load()}>
            {t('again')}
          </Button>
        </Verdict>
      );
    case 'refused': {
      const { error, taskId } = state;
      const isDone = error.code === 'task_action.used' || error.code === 'task.already_completed';
      return (
        <Verdict failed={!isDone} title={t(isDone ? 'action.used' : 'action.refused')} text={problemText(error)}>
          <Button
            kind={taskId ? 'primary' : 'default'}
            onClick={() => navigate(taskId ? `/inbox?taskId=${encodeURIComponent(taskId)}` : '/inbox')}
          >
            {t(taskId ? 'action.signIn' : 'action.inbox')}
          </Button>
        </Verdict>
      );
    }
  }
}

interface QuestionProps {
  readonly store: TaskActionStore;
  readonly action: MailedAction;
  readonly isSending: boolean;
  readonly isMissing: boolean;
  readonly error?: unknown;
}

function Question({ store, action, isSending, isMissing, error }: QuestionProps): ReactNode {
  useSignals();
  const t = useMessages(emailActionMessages);
  const language = useLanguage();
  const at = (instant: string) => formatDayAndTime(instant, { language, timeZone: action.timeZone });
  const { person, onBehalfOf, due, comment } = action;
  const facts: readonly (readonly [string, string | null])[] = [
    [t('action.process'), action.processName],
    [t('action.for'), onBehalfOf ? t('action.behalf', { owner: onBehalfOf, delegate: person }) : person],
    [t('action.due'), due && at(due)],
    [t('action.outcome'), action.outcome],
    [t('action.until'), at(action.expires)],
  ];
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.press();
      }}
    >
      <h1>{action.taskName}</h1>
      <dl className="mail-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {comment !== 'none' && (
        <TextField
          label={t('action.comment')}
          required={comment === 'required'}
          {...(comment === 'optional' ? { aside: t('action.optional') } : {})}
          error={isMissing ? t('action.commentRequired') : undefined}
          announces
          rows={4}
          maxLength={COMMENT_MAX}
          value={store.comment.value}
          onChange={store.type}
        />
      )}
      {error !== undefined && <Banner tone="red">{problemText(error)}</Banner>}
      <Button kind={action.style === 'danger' ? 'danger' : 'primary'} type="submit" wide busy={isSending}>
        {action.outcome}
      </Button>
      <p className="s second">{t('action.nothing')}</p>
    </form>
  );
}

interface VerdictProps {
  readonly title: string;
  readonly text: string;
  readonly failed?: boolean;
  readonly children?: ReactNode;
}

/** Result, shown instead of the question. */
function Verdict({ title, text, failed = false, children }: VerdictProps): ReactNode {
  return (
    <PublicLayout help="email-action">
      <h1 className="sr">{title}</h1>
      <EmptyState mark={failed ? 'failed' : 'done'} title={title} text={text}>
        {children}
      </EmptyState>
    </PublicLayout>
  );
}
