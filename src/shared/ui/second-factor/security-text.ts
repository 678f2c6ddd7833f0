import { problemText } from '../../api/problem-text.ts';
import type { Messages, Translate } from '../../locale/index.ts';
import { CognitoError } from '../../session/index.ts';
import type { securityMessages } from './security.messages.ts';
import type { SecurityStore } from './security.store.ts';

/** Translates the texts of the user's own second factor. */
export type SecurityText = typeof securityMessages extends Messages<infer Key> ? Translate<Key> : never;

export interface SecurityProps {
  readonly store: SecurityStore;
  readonly t: SecurityText;
}

/** Text of a failed step. */
export function securityFault(error: unknown, t: SecurityText): string {
  if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyCancelled');
  if (!(error instanceof CognitoError)) return problemText(error);
  if (error.type === 'NetworkError') return t('offline');
  return error.isTemporary || error.type === 'LimitExceededException' ? t('tooMany') : t('failed');
}
