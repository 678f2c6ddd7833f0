import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { FieldError } from '../../shared/contracts/errors.ts';
import { checkDefinition, type FormBody } from '../../shared/forms/index.ts';
import { type NodeId, placesOf } from './edits/tree.ts';

/** Above this many nodes, the draft is validated after a pause instead of on each keystroke. */
const LARGE = 80;
const CHECK_PAUSE_MS = 250;

/** Validates the draft after each change. `body` is null until it has loaded. */
export function createProblems(body: ReadonlySignal<FormBody | null>) {
  const problems = signal<readonly FieldError[]>([]);
  let checking: ReturnType<typeof setTimeout> | undefined;

  const stopChecking = effect(() => {
    const now = body.value;
    clearTimeout(checking);
    if (now === null) return;
    const check = () => {
      problems.value = checkDefinition(now);
    };
    if (placesOf(now).size > LARGE) checking = setTimeout(check, CHECK_PAUSE_MS);
    else check();
  });

  /** Problems by node id; problems of the form itself (title, rules, outcomes) are under ''. */
  const problemsByNode: ReadonlySignal<ReadonlyMap<NodeId, readonly FieldError[]>> = computed(() => {
    const places = body.value === null ? [] : [...placesOf(body.value).values()];
    const found = new Map<NodeId, FieldError[]>();
    for (const problem of problems.value) {
      let [deepest, length] = ['', 0];
      for (const { id, pointer } of places) {
        const isInside = problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`);
        if (isInside && pointer.length > length) [deepest, length] = [id, pointer.length];
      }
      found.set(deepest, [...(found.get(deepest) ?? []), problem]);
    }
    return found;
  });

  return {
    problems,
    problemsByNode,
    stop(): void {
      stopChecking();
      clearTimeout(checking);
    },
  };
}
