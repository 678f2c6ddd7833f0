import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import { createIdempotentRequest } from '../../../shared/api/idempotent-request.ts';
import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { getReplies, replyToRequester } from '../../../shared/contracts/requests.contract.ts';
import { createLoaded } from '../../../shared/lists/loaded.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Conversation } from '../../../shared/ui/conversation/conversation.tsx';
import { requesterMessages } from './requester.messages.ts';

interface Props {
  readonly taskId: string;
  readonly mayReply: boolean;
}

/** Messages to the requester of the case, visibly apart from internal comments. Nothing for a case without a requester. */
export function RequesterPanel({ taskId, mayReply }: Props): ReactNode {
  useSignals();
  const t = useMessages(requesterMessages);
  const id = useId();
  const replies = useMemo(() => createReplies(taskId), [taskId]);
  useEffect(() => {
    void replies.load();
    const off = onLive(['task.changed', 'resync'], ({ type, data }) => {
      if (type === 'resync' || data.taskId === taskId) void replies.load();
    });
    return () => {
      off();
      replies.stop();
    };
  }, [replies, taskId]);
  const state = replies.state.value;
  if (state.status === 'ready' && state.items === null) return null;
  return (
    <section className="requester-panel" aria-labelledby={id}>
      <h2 className="t3" id={id}>
        {t('reply')}
      </h2>
      <p className="s second">{t('reply.hint')}</p>
      <Conversation
        state={state.status === 'ready' ? { status: 'ready', items: state.items ?? [] } : { status: state.status }}
        label={t('reply.label')}
        empty={t('reply.empty')}
        onSend={mayReply ? replies.send : undefined}
        onRetry={() => void replies.load()}
      />
    </section>
  );
}

function createReplies(taskId: string) {
  const idempotent = createIdempotentRequest();
  const params = { id: taskId };
  const { state, load, stop } = createLoaded(async (signal) => ({ items: await call(getReplies, { params, signal }) }));
  return {
    state,
    load,
    stop,
    async send(text: string): Promise<void> {
      await idempotent.carryOut([taskId, text], (idempotencyKey) =>
        call(replyToRequester, { params, body: { text }, idempotencyKey }),
      );
      await load();
    },
  };
}
