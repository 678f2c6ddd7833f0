import { computed, signal } from '@preact/signals-core';
import type { FormBody } from '../../shared/forms/index.ts';
import type { EditSummary } from './edits/edit.ts';
import type { NodeId } from './edits/tree.ts';

/** A draft and its selection. */
export interface Moment {
  readonly body: FormBody;
  readonly selection: readonly NodeId[];
}

interface Step {
  readonly before: Moment;
  readonly after: Moment;
  readonly summary: EditSummary;
  /** Consecutive steps with the same name, such as typing in one field, are merged. */
  readonly name: string | undefined;
  readonly at: number;
}

const LONGEST = 200;
/** After a pause of this length, typing in the same field starts another undo step. */
const PAUSE_MS = 3000;

/** Undo and redo history. */
export function createHistory(now: () => number = Date.now) {
  const done = signal<readonly Step[]>([]);
  const undone = signal<readonly Step[]>([]);
  let isOpen = false;

  function add(step: Omit<Step, 'at' | 'name'>, name?: string): void {
    const last = done.peek().at(-1);
    const at = now();
    undone.value = [];
    if (isOpen && last && name !== undefined && last.name === name && at - last.at < PAUSE_MS) {
      done.value = [...done.peek().slice(0, -1), { ...last, after: step.after, at }];
    } else done.value = [...done.peek(), { ...step, name, at }].slice(-LONGEST);
    isOpen = true;
  }

  function undo(): Step | null {
    const step = done.peek().at(-1);
    if (!step) return null;
    isOpen = false;
    done.value = done.peek().slice(0, -1);
    undone.value = [...undone.peek(), step];
    return step;
  }

  function redo(): Step | null {
    const step = undone.peek().at(-1);
    if (!step) return null;
    isOpen = false;
    undone.value = undone.peek().slice(0, -1);
    done.value = [...done.peek(), step];
    return step;
  }

  return {
    add,
    undo,
    redo,
    /** Prevents the next step from being merged. */
    close: () => {
      isOpen = false;
    },
    clear: () => {
      done.value = [];
      undone.value = [];
    },
    /** The steps that undo and redo would apply; null if there is none. */
    nextUndo: computed(() => done.value.at(-1)?.summary ?? null),
    nextRedo: computed(() => undone.value.at(-1)?.summary ?? null),
  };
}
