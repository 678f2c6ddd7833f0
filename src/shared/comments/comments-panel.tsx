import { useSignals } from '@preact/signals-react/runtime';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/index.ts';
import { problemText } from '../api/problem-text.ts';
import { COMMENT_MAX } from '../contracts/constants.ts';
import type { UserRef } from '../contracts/shapes.contract.ts';
import type { Comment } from '../contracts/task-collaboration.contract.ts';
import { formatDayAndTime, formatRelative, useMessages } from '../locale/index.ts';
import { Avatar, AvatarPair } from '../ui/avatar.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu } from '../ui/menu.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { commentsMessages } from './comments.messages.ts';
import type { CommentDraft, CommentsStore } from './comments.store.ts';
import type { CommentsText } from './comments-text.ts';
import { MentionBox } from './mention-box.tsx';
import { mentionsLeft, partsOf } from './mentions.ts';

interface Props {
  readonly store: CommentsStore;
  /** Each higher number moves the focus to the input. */
  readonly focus: number;
  /** What the comments are about. */
  readonly about?: 'task' | 'record';
}

/** Comments of a task or record and the input for a new one. User input is always rendered as text. */
export function CommentsPanel({ store, focus, about = 'task' }: Props): ReactNode {
  useSignals();
  const t = useMessages(commentsMessages);
  const state = store.comments.value;
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Comment | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const isReady = state.status === 'ready';

  useEffect(() => void store.loadComments(), [store]);
  useEffect(() => {
    if (focus > 0 && isReady) box.current?.focus();
  }, [focus, isReady]);

  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')}>
        <Button onClick={() => void store.loadComments()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (state.status !== 'ready') return <Skeleton rows={3} label={t('loading')} />;
  return (
    <div className="comments">
      {state.items.length === 0 ? (
        <p className="s muted">
          {t('empty')} {t('emptyHint')}
        </p>
      ) : (
        <ol className="comment-list">
          {state.items.map((comment) =>
            editing === comment.id ? (
              <li key={comment.id}>
                <Writer
                  label={t('edit')}
                  send={t('save')}
                  text={comment.text ?? ''}
                  people={comment.mentions}
                  isSending={store.sending.value === 'correct'}
                  {...{ about, t }}
                  onSend={(written) => store.correct(comment, written)}
                  onDone={() => setEditing(null)}
                  onCancel={() => setEditing(null)}
                />
              </li>
            ) : (
              <CommentItem
                key={comment.id}
                comment={comment}
                t={t}
                onEdit={() => setEditing(comment.id)}
                onRemove={() => setRemoving(comment)}
              />
            ),
          )}
        </ol>
      )}
      <Writer
        key={state.items.length === 0 ? 'first' : 'next'}
        label={t('new')}
        hint={t('hint')}
        send={t('send')}
        isSending={store.sending.value === 'post'}
        {...{ about, t }}
        boxRef={box}
        onSend={store.post}
      />
      {removing && <RemoveDialog comment={removing} store={store} t={t} onClose={() => setRemoving(null)} />}
    </div>
  );
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly t: CommentsText;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function CommentItem({ comment, t, onEdit, onRemove }: CommentItemProps): ReactNode {
  const { author, onBehalfOf, text, created, edited, removed, mentions, mayEdit, mayRemove } = comment;
  const who = onBehalfOf ? t('behalf', { owner: onBehalfOf.name, delegate: author.name }) : author.name;
  const items = [
    ...(mayEdit ? [{ id: 'edit', label: t('edit'), icon: Pencil, onSelect: onEdit }] : []),
    ...(mayRemove ? [{ id: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: onRemove }] : []),
  ];
  return (
    <li className="comment-item">
      {onBehalfOf ? (
        <AvatarPair owner={onBehalfOf} actor={author} />
      ) : (
        <Avatar name={author.name} picture={author.avatar} />
      )}
      <div className="stack grow">
        <div className="row wrap">
          <span className="strong">{who}</span>
          <time className="xs muted" dateTime={created} title={formatDayAndTime(created)}>
            {formatRelative(created)}
          </time>
          {edited && !removed && (
            <span className="xs muted" title={formatDayAndTime(edited)}>
              {t('edited')}
            </span>
          )}
        </div>
        {text === null ? (
          <p className="s muted">{t('removed', { name: removed?.by?.name ?? author.name })}</p>
        ) : (
          <p className="words">
            {partsOf(text, mentions).map((part, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
              part.isName ? <b key={index}>{part.text}</b> : part.text,
            )}
          </p>
        )}
      </div>
      {items.length > 0 && (
        <Menu
          label={t('actions', { name: author.name })}
          align="end"
          items={items}
          trigger={(button) => (
            <IconButton {...button} icon={Ellipsis} small label={t('actions', { name: author.name })} />
          )}
        />
      )}
    </li>
  );
}

interface WriterProps {
  readonly label: string;
  readonly hint?: string;
  readonly send: string;
  readonly text?: string;
  readonly people?: readonly UserRef[];
  readonly isSending: boolean;
  readonly about: 'task' | 'record';
  readonly t: CommentsText;
  readonly boxRef?: { current: HTMLTextAreaElement | null };
  readonly onSend: (written: CommentDraft) => Promise<ApiError | null>;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}

/** Length from which the counter shows. */
const NEARLY_FULL = COMMENT_MAX - 500;

function Writer({
  label,
  hint,
  send,
  text: first = '',
  people = [],
  isSending,
  about,
  t,
  boxRef,
  onSend,
  onDone,
  onCancel,
}: WriterProps): ReactNode {
  const [text, setText] = useState(first);
  const [named, setNamed] = useState<readonly UserRef[]>(people);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const length = [...text.trim()].length;
  const isOutside = refusal?.code === 'mention.not_visible';

  async function give(invite = false) {
    if (text.trim() === '' || isSending) return;
    const mentions = mentionsLeft(text, named).map(({ key }) => key);
    const error = await onSend({ text, mentions, ...(invite ? { invite } : {}) });
    setRefusal(error);
    if (error) return;
    setText('');
    setNamed([]);
    onDone?.();
  }
  return (
    <div className="stack writer">
      <MentionBox
        label={label}
        {...(hint ? { hint } : {})}
        text={text}
        aside={length > NEARLY_FULL ? t('count', { count: length, max: COMMENT_MAX }) : undefined}
        error={refusal && !isOutside ? problemText(refusal) : undefined}
        {...(boxRef ? { boxRef } : {})}
        t={t}
        onText={(next) => {
          setText(next);
          setRefusal(null);
        }}
        onMention={(person) => setNamed([...named, person])}
        onSend={() => void give()}
      />
      {refusal && isOutside && (
        <Banner
          tone="amber"
          action={
            refusal.problem?.mayInvite === true && (
              <Button small busy={isSending} onClick={() => void give(true)}>
                {t('invite')}
              </Button>
            )
          }
        >
          {t(about === 'record' ? 'notVisible.record' : 'notVisible', { names: String(refusal.params.names ?? '') })}
        </Banner>
      )}
      <div className="row">
        <Button
          kind={onCancel ? 'default' : 'soft'}
          busy={isSending}
          blocked={text.trim() === ''}
          onClick={() => void give()}
        >
          {send}
        </Button>
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface RemoveProps {
  readonly comment: Comment;
  readonly store: CommentsStore;
  readonly t: CommentsText;
  readonly onClose: () => void;
}

function RemoveDialog({ comment, store, t, onClose }: RemoveProps): ReactNode {
  useSignals();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const remove = async () => {
    const error = await store.remove(comment);
    setRefusal(error);
    if (!error) onClose();
  };
  return (
    <Dialog
      title={t('removeTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" busy={store.sending.value === 'remove'} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </>
      }
    >
      <p>{t('removeText')}</p>
      {refusal && <Banner tone="red">{problemText(refusal)}</Banner>}
    </Dialog>
  );
}
