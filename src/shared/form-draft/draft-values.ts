import { signal } from '@preact/signals-core';
import type { Values } from '../contracts/shapes.contract.ts';
import type { Draft } from '../contracts/tasks.contract.ts';
import { createFormModel, type FormModel, type FormValues, same } from '../forms/index.ts';
import { type ChangedBy, createDraftConflicts } from './draft-conflicts.ts';
import { type DraftInput, isSameInput, putUnread, resetInput } from './draft-input.ts';
import type { DraftForm } from './draft-servers.ts';
import type { LocalDraft } from './local-drafts.ts';

/** A draft on the server; `rev` is 0 for none. */
type KeptDraft = { readonly rev: number } & DraftInput;

/**
 * The input of a form, the draft on the server and the task values that both started from. Changes by other users are
 * merged by field; only fields changed by both are conflicts.
 */
export function createDraftValues(model: FormModel, form: DraftForm) {
  const comment = signal('');
  const { conflicts, merge, resolve } = createDraftConflicts(model);
  /** Task values of the last merge. */
  let base = model.values.peek();
  /** Draft on the server. */
  let kept: KeptDraft = untouched();

  function untouched(): KeptDraft {
    return { rev: 0, values: base, unread: {}, comment: '' };
  }

  const input = (): DraftInput => ({
    values: model.values.peek(),
    unread: Object.fromEntries(model.unread.peek()),
    comment: comment.peek(),
  });

  /** Shows the server's draft, then newer input from this browser. */
  function begin(stored: LocalDraft | undefined): void {
    const { draft } = form;
    if (draft) {
      kept = keptOf(draft);
      comment.value = kept.comment;
      merge(draft.base as FormValues, kept.values, base, savedBy(form));
      putUnread(model, kept.unread);
    }
    if (!stored) return;
    comment.value = stored.comment || comment.peek();
    // Typed into another version: keep what this version accepts.
    if (stored.formVersion !== form.number) model.fill(shownValues({ ...form, values: stored.values as Values }));
    else merge(stored.from, stored.values, model.values.peek(), () => ({ by: null, at: draft?.updated ?? null }));
    putUnread(model, stored.unread ?? {});
  }

  /** Merges a draft saved first by another window of the same user. */
  function mergeDraft(theirs: Draft): void {
    const now = input();
    const from = kept;
    kept = keptOf(theirs);
    if (now.comment === from.comment) comment.value = kept.comment;
    merge(from.values, now.values, kept.values, () => ({ by: null, at: theirs.updated }));
    putUnread(model, kept.unread);
  }

  /** Merges the task's current values. */
  function mergeTask(fresh: DraftForm): void {
    const values = shownValues(fresh);
    if (same(values, base)) return;
    const from = base;
    base = values;
    if (kept.rev === 0) kept = { ...kept, values };
    merge(from, model.values.peek(), values, savedBy(fresh));
  }

  /** Values that a form shows without a draft. */
  function shownValues({ values }: DraftForm): FormValues {
    const { body, today, languageId } = model;
    return createFormModel(body, { values, today, languageId: languageId.peek() }).values.peek();
  }

  const isTyped = () => !isSameInput(input(), untouched());
  const isKept = (now = input()) => isSameInput(now, kept);

  return {
    comment,
    conflicts,
    resolve,
    input,
    base: () => base,
    kept: () => kept,
    isTyped,
    /** Whether the server has this input. */
    isKept,
    /** Whether nothing of this input is left to send or to delete. */
    isSent: (now?: DraftInput) => isKept(now) && (kept.rev === 0 || isTyped()),
    begin,
    mergeDraft,
    mergeTask,
    /** The server has this draft now; without one it has none. */
    keep(rev = 0, sent: DraftInput = untouched()): void {
      kept = { ...sent, rev };
    },
    /** Resets the form to the values of the task. */
    reset(): void {
      comment.value = '';
      resetInput(model, base);
    },
    /** Shows discarded input again. */
    restore(typed: DraftInput): void {
      comment.value = typed.comment;
      model.fill(typed.values);
      putUnread(model, typed.unread);
    },
  };
}

const keptOf = ({ rev, values, unread, comment }: Draft): KeptDraft => ({
  rev,
  values: values as FormValues,
  unread,
  comment: comment ?? '',
});

function savedBy({ saved }: DraftForm): ChangedBy {
  return (key) => {
    const last = saved.find((one) => one.key === key);
    return { by: last?.by ?? null, at: last?.at ?? null };
  };
}
