import { computed, signal } from '@preact/signals-core';
import type { FormBody } from '../../shared/forms/index.ts';
import type { Did } from './edits/edit.ts';
import type { NodeId } from './edits/tree.ts';

/** A draft and what is selected in it. */
export interface Moment {
  readonly body: FormBody;
  readonly selection: readonly NodeId[];
}

interface Step {
  readonly before: Moment;
  readonly after: Moment;
  readonly did: Did;
  /** Steps of the same name in a row, as of typing in one field, are one. */
  readonly name: string | undefined;
  readonly at: number;
}

const LONGEST = 200;
/** A pause after which typing in the same field is a step of its own. */
const PAUSE_MS = 3000;

/** The steps that can be undone and done again. */
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
    /** The next step is one of its own. */
    close: () => {
      isOpen = false;
    },
    clear: () => {
      done.value = [];
      undone.value = [];
    },
    /** What undo and redo would take back and do again; null: nothing. */
    nextUndo: computed(() => done.value.at(-1)?.did ?? null),
    nextRedo: computed(() => undone.value.at(-1)?.did ?? null),
  };
}
