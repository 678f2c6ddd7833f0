import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { Conversation } from '../../shared/ui/conversation/conversation.tsx';
import type { RequestsStore } from './requests.store.ts';
import type { RequestsText } from './requests-text.ts';

interface Props {
  readonly store: RequestsStore;
  readonly mayWrite: boolean;
  readonly t: RequestsText;
}

/** Messages between the requester and the users who work on the request. */
export function ConversationPanel({ store, mayWrite, t }: Props): ReactNode {
  useSignals();
  useEffect(() => void store.loadConversation(), [store]);
  return (
    <Conversation
      state={store.conversation.value}
      label={t('message')}
      empty={t(mayWrite ? 'noMessages' : 'noMessages.read')}
      onSend={mayWrite ? store.write : undefined}
      onRetry={() => void store.loadConversation()}
    />
  );
}
