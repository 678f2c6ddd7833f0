import type { FormValues } from '../forms/index.ts';
import { isForeignPage, shownSession, uiStorage } from '../session/index.ts';

/** Input that has not reached the server yet. */
export interface LocalDraft {
  /** Base of the input: the server's draft, otherwise the task values. */
  readonly from: FormValues;
  readonly values: FormValues;
  /** As in `Draft`. */
  readonly unread?: Readonly<Record<string, string>>;
  readonly comment: string;
  /** Form version of the input. */
  readonly formVersion?: number | null;
}

export interface LocalDrafts {
  read(ownerId: string): LocalDraft | undefined;
  write(ownerId: string, draft: LocalDraft): void;
  remove(ownerId: string): void;
}

const KEPT_MINUTES = 30 * 24 * 60;

/**
 * Copies in this browser for the signed-in user, until the server has them. Undefined on third-party pages: no user
 * input is left in the storage of another site.
 */
export function localDrafts(): LocalDrafts | undefined {
  const shown = shownSession.peek();
  if (!shown || isForeignPage()) return undefined;
  const keyOf = (ownerId: string) => `draft:${shown.tenant.tenantId}:${shown.user.key}:${ownerId}`;
  return {
    read: (ownerId) => uiStorage.get<LocalDraft>(keyOf(ownerId)),
    write: (ownerId, draft) => uiStorage.set(keyOf(ownerId), draft, KEPT_MINUTES),
    remove: (ownerId) => uiStorage.remove(keyOf(ownerId)),
  };
}
