import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import {
  type Delegation,
  type DelegationPreview,
  previewDelegation,
} from '../../shared/contracts/delegations.contract.ts';
import { type Draft, type DraftField, type Fault, isWhole } from './delegation-editor.rules.ts';

export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly before: DelegationPreview | null }
  | { readonly status: 'ready'; readonly preview: DelegationPreview }
  | { readonly status: 'failed' };

import { createReport } from './report.store.ts';

interface Options {
  readonly send: typeof call;
  readonly userId: string;
  /** The open card. */
  readonly current: ReadonlySignal<{ readonly saved: Delegation | null; readonly draft: Draft } | null>;
  /** All validation errors of the open card. */
  readonly faults: () => Readonly<Partial<Record<DraftField, Fault>>>;
}

/** What the period of the open card will do (preview), or did (report). */
export function createCardEffects({ send, userId, current, faults }: Options) {
  const preview = signal<PreviewState>({ status: 'none' });
  const { report, loadReport, reset } = createReport(send, () => current.peek()?.saved?.id);
  let previewTimer: ReturnType<typeof setTimeout> | undefined;
  let previewing = new AbortController();

  /** Loads the preview of the open card after `afterMs` without changes. */
  function schedulePreview(afterMs: number): void {
    clearTimeout(previewTimer);
    previewing.abort();
    const card = current.peek();
    if (!card) return;
    const { draft } = card;
    const found = faults();
    if (!isWhole(draft) || found.delegate || found.endDate || found.comment) {
      preview.value = { status: 'none' };
      return;
    }
    const before = preview.peek();
    preview.value = { status: 'loading', before: before.status === 'ready' ? before.preview : null };
    previewing = new AbortController();
    const mine = previewing;
    const { delegate, startDate, endDate, replaceVerva, moveOpenTasks } = draft;
    const body = {
      id: card.saved?.id ?? null,
      delegateUserId: delegate.key,
      startDate,
      endDate,
      replaceVerva,
      moveOpenTasks,
    };
    previewTimer = setTimeout(async () => {
      try {
        const found = await send(previewDelegation, { params: { userId }, body, signal: mine.signal });
        if (mine === previewing) preview.value = { status: 'ready', preview: found };
      } catch {
        // Saving reports errors; a preview only leaves them out.
        if (mine === previewing && !mine.signal.aborted) preview.value = { status: 'failed' };
      }
    }, afterMs);
  }

  return {
    preview,
    report,
    schedulePreview,
    loadReport,
    /** Another card is opened, or none. */
    reset(): void {
      preview.value = { status: 'none' };
      reset();
    },
    stop(): void {
      clearTimeout(previewTimer);
      previewing.abort();
    },
  };
}
