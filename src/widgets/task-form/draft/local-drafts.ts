import type { FormValues } from '../../../shared/forms/index.ts';
import { isForeignPage, shownSession, uiStorage } from '../../../shared/session/index.ts';

/** What was typed and did not reach the server yet. */
export interface LocalDraft {
  /** What the input started from: the draft the server has, else the values of the task. */
  readonly from: FormValues;
  readonly values: FormValues;
  /** As in `Draft`. */
  readonly unread?: Readonly<Record<string, string>>;
  readonly comment: string;
  /** The version of the form that it was typed into. */
  readonly formVersion?: number | null;
}

export interface LocalDrafts {
  read(taskId: string): LocalDraft | undefined;
  write(taskId: string, draft: LocalDraft): void;
  remove(taskId: string): void;
}

const KEPT_MINUTES = 30 * 24 * 60;

/**
 * Copies in this browser, of whoever is signed in, until the server has them. Undefined on pages of others: nothing that
 * a person typed is left in the storage of a site that is not ours.
 */
export function localDrafts(): LocalDrafts | undefined {
  const shown = shownSession.peek();
  if (!shown || isForeignPage()) return undefined;
  const keyOf = (taskId: string) => `draft:${shown.tenant.tenantId}:${shown.user.key}:${taskId}`;
  return {
    read: (taskId) => uiStorage.get<LocalDraft>(keyOf(taskId)),
    write: (taskId, draft) => uiStorage.set(keyOf(taskId), draft, KEPT_MINUTES),
    remove: (taskId) => uiStorage.remove(keyOf(taskId)),
  };
}
