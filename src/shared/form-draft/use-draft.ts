import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { onLive } from '../api/live.ts';
import type { TaskDetail, TaskForm } from '../contracts/tasks.contract.ts';
import type { FormModel } from '../forms/index.ts';
import { person } from '../page/person.ts';
import { watchUnsaved } from '../page/unsaved.ts';
import { session } from '../session/index.ts';
import { createDraftKeeper, type DraftKeeper } from './draft.store.ts';
import type { DraftForm, DraftServer } from './draft-servers.ts';
import { localDrafts } from './local-drafts.ts';

/** Hidden pages get no animation frames. */
const UNSEEN_MS = 200;

/**
 * Keeps the draft of the form on screen; null while nothing is editable. `asks`: leaving a form with a draft asks what to do
 * with it.
 */
export function useDraft(
  server: DraftServer,
  form: DraftForm,
  model: FormModel | null,
  asks = true,
): DraftKeeper | null {
  const keeper = useMemo(
    () =>
      model && !model.readOnly
        ? createDraftKeeper({ server, form, model, local: localDrafts(), later: afterFrame })
        : null,
    [server, form, model],
  );
  useOccasions(keeper, server.ownerId, asks);
  return keeper;
}

/** Runs after the input is rendered, or soon on a hidden page. */
function afterFrame(run: () => void): void {
  const timer = setTimeout(run, UNSEEN_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(run);
  });
}

/** Saves and syncs when the user leaves, returns or is online again. */
function useOccasions(keeper: DraftKeeper | null, ownerId: string, asks: boolean): void {
  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn) void keeper?.save();
  }, [keeper, isSignedIn]);

  useEffect(() => {
    if (!keeper) return;
    const owner = person.peek();
    const save = () => void keeper.save();
    const offLive = onLive(['draft.changed', 'resync'], ({ data }) => {
      const isNewer = data.ownerId === undefined || (data.ownerId === ownerId && data.rev !== keeper.rev());
      if (isNewer) void keeper.sync();
    });
    const { isTyped, isAtRisk, save: keep, discard } = keeper;
    const offUnsaved = watchUnsaved({ isTyped: () => asks && isTyped(), isAtRisk, keep, discard });
    addEventListener('online', save);
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      removeEventListener('online', save);
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
      offLive();
      offUnsaved();
      // Input of one user is never sent with the session of another.
      if (owner === person.peek()) void keeper.save();
      keeper.stop();
    };
  }, [keeper, ownerId, asks]);
}

/** When the task gets another form version: saves the input first, then carries it over. */
export function useNewForm(
  keeper: DraftKeeper | null,
  task: TaskDetail,
  form: TaskForm,
  reload: () => Promise<void>,
): void {
  const isOther = task.status === 'open' && form.number !== null && task.formVersion !== form.number;
  const now = useRef({ keeper, reload });
  now.current = { keeper, reload };
  useEffect(() => {
    if (!isOther) return;
    void Promise.resolve(now.current.keeper?.save()).then(() => now.current.reload());
  }, [isOther]);
}

/** Syncs when the task changes, because another user may have saved it. */
export function useFollowing(keeper: DraftKeeper | null, version: number): void {
  const seen: RefObject<number> = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void keeper?.sync();
  }, [keeper, version]);
}
