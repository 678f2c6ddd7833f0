import { type ReactNode, useState } from 'react';
import { problemText } from '../../api/problem-text.ts';
import { COMMENT_MAX } from '../../contracts/constants.ts';
import type { RequestComment } from '../../contracts/requests.contract.ts';
import { useStyles } from '../../element/use-styles.ts';
import { formatDayAndTime, formatRelative, useMessages } from '../../locale/index.ts';
import { Avatar, AvatarPair } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Skeleton } from '../skeleton.tsx';
import styles from '../styles/conversation.css?inline';
import { TextField } from '../text-field.tsx';
import { useSaving } from '../use-saving.ts';
import { conversationMessages } from './conversation.messages.ts';

interface Props {
  readonly state:
    | { readonly status: 'loading' | 'failed' }
    | { readonly status: 'ready'; readonly items: readonly RequestComment[] };
  /** Label of the input. */
  readonly label: string;
  readonly hint?: string;
  readonly empty: string;
  /** Without it the conversation is read-only. */
  readonly onSend: ((text: string) => Promise<void>) | undefined;
  readonly onRetry: () => void;
}

/** Messages between a requester and the users who work on the request. User input is always rendered as text. */
export function Conversation({ state, label, hint, empty, onSend, onRetry }: Props): ReactNode {
  useStyles(styles);
  const t = useMessages(conversationMessages);
  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')}>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading') return <Skeleton rows={3} label={t('loading')} />;
  const items = (state as Extract<Props['state'], { status: 'ready' }>).items;
  return (
    <div className="conversation">
      {items.length === 0 ? (
        <p className="s muted">{empty}</p>
      ) : (
        <ol>
          {items.map((message) => (
            <Message key={message.id} message={message} t={t} />
          ))}
        </ol>
      )}
      {onSend && <Writer label={label} hint={hint} onSend={onSend} t={t} />}
    </div>
  );
}

type Text = (key: 'you' | 'holder' | 'behalf' | 'send', values?: Record<string, string>) => string;

function Message({ message, t }: { readonly message: RequestComment; readonly t: Text }): ReactNode {
  const { author, onBehalfOf, isOwn, text, created } = message;
  const name = isOwn ? t('you') : (author?.name ?? t('holder'));
  return (
    <li className={isOwn ? 'own' : ''}>
      {author && onBehalfOf ? (
        <AvatarPair owner={onBehalfOf} actor={author} />
      ) : (
        <Avatar name={author?.name ?? t('holder')} picture={author?.avatar} />
      )}
      <div className="stack grow">
        <div className="row wrap">
          <span className="strong">
            {onBehalfOf && author ? t('behalf', { owner: onBehalfOf.name, delegate: author.name }) : name}
          </span>
          <time className="xs muted" dateTime={created} title={formatDayAndTime(created)}>
            {formatRelative(created)}
          </time>
        </div>
        <p className="words">{text}</p>
      </div>
    </li>
  );
}

interface WriterProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly onSend: (text: string) => Promise<void>;
  readonly t: Text;
}

function Writer({ label, hint, onSend, t }: WriterProps): ReactNode {
  const [text, setText] = useState('');
  const saving = useSaving();
  const isMissing = text.trim() === '';
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save(async () => {
          await onSend(text);
          setText('');
        }, !isMissing);
      }}
    >
      <TextField
        label={label}
        hint={hint}
        error={saving.error === undefined ? undefined : problemText(saving.error)}
        announces
        rows={3}
        maxLength={COMMENT_MAX}
        value={text}
        onChange={(typed) => {
          setText(typed);
          saving.clear();
        }}
      />
      <div className="row">
        <Button type="submit" kind="soft" busy={saving.isSaving} blocked={isMissing}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
