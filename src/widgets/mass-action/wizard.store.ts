import { computed, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import { type MassAction, type MassField, startMassAction } from '../../shared/contracts/mass-actions.contract.ts';
import type { Outcome } from '../../shared/contracts/tasks.contract.ts';
import type { Money } from '../../shared/forms/index.ts';
import { randomId } from '../../shared/page/random.ts';
import { createChoosing } from './choosing.store.ts';
import { createRun, type Run } from './run.store.ts';

export type Step = 'choose' | 'outcome' | 'check';

export type Sending =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly error: unknown };

const IDLE: Sending = { status: 'idle' };
export type Value = string | number | boolean | Money | null;

/** A new mass action, from selecting tasks to the start. `send` is `call` of shared/api. */
export function createWizard(send: typeof call) {
  const choosing = createChoosing(send);
  const step = signal<Step>('choose');
  const outcomeId = signal<string | null>(null);
  const comment = signal('');
  const values = signal<Readonly<Record<string, Value>>>({});
  const checking = signal<Sending>(IDLE);
  const starting = signal<Sending>(IDLE);
  const dry = signal<Run | null>(null);
  /** The user has tried to continue: missing input is reported. */
  const tried = signal(false);
  let startKey = randomId();

  const outcome = computed<Outcome | null>(() => {
    const { outcomes = [] } = choosing.kind.value ?? {};
    if (outcomes.length === 1) return outcomes[0] as Outcome;
    return outcomes.find(({ id }) => id === outcomeId.value) ?? null;
  });
  const lacksComment = computed(() => outcome.value?.comment === 'required' && comment.value.trim() === '');
  const isWhole = computed(() => outcome.value !== null && !lacksComment.value);
  const fields = computed(() => {
    const known = choosing.kind.value?.fields ?? [];
    return known.filter(({ key }) => Object.hasOwn(values.value, key));
  });

  function selection() {
    const now = choosing.chosen.peek();
    const { processKey, taskKey } = choosing.kind.peek()!;
    return now.all ? { filter: { processKey, taskKey, query: choosing.query.peek() } } : { taskIds: [...now.ids] };
  }

  /** Has the server try all tasks in a dry run. */
  async function check(): Promise<void> {
    tried.value = true;
    const chosen = outcome.peek();
    if (!chosen || !isWhole.peek() || checking.peek().status === 'sending') return;
    checking.value = { status: 'sending' };
    dry.value = null;
    step.value = 'check';
    const commentText = chosen.comment === 'none' ? '' : comment.peek().trim();
    const action = {
      action: 'complete',
      outcome: chosen.id,
      ...(commentText ? { comment: commentText } : {}),
      ...(fields.peek().length > 0 ? { variables: { ...values.peek() } } : {}),
    } as const;
    try {
      const body = { ...selection(), action, dryRun: true };
      const run = await send(startMassAction, { body, idempotencyKey: randomId() });
      dry.value = createRun(send, run.id, run);
      startKey = randomId();
      checking.value = IDLE;
    } catch (error) {
      checking.value = { status: 'failed', error };
    }
  }

  /** Starts the run for the tasks that passed. Null if it could not be started; then `starting` holds the error. */
  async function start(): Promise<MassAction | null> {
    const tryOut = dry.peek();
    if (!tryOut || starting.peek().status === 'sending') return null;
    starting.value = { status: 'sending' };
    try {
      const run = await send(startMassAction, {
        body: { checked: tryOut.id },
        // The same key for the same request: a lost response starts no second run.
        idempotencyKey: startKey,
        headers: { Prefer: `undo=${UNDO_SECONDS}` },
      });
      starting.value = IDLE;
      return run;
    } catch (error) {
      starting.value = { status: 'failed', error };
      return null;
    }
  }

  return {
    choosing,
    step,
    outcome,
    outcomeId,
    comment,
    values,
    fields,
    lacksComment,
    tried,
    checking,
    starting,
    dry,
    check,
    start,

    setValue(field: MassField, value: Value): void {
      values.value = { ...values.peek(), [field.key]: value };
    },
    removeValue(key: string): void {
      const { [key]: _gone, ...rest } = values.peek();
      values.value = rest;
    },
    /** Goes to the outcome step; another kind of task resets its input. */
    toOutcome(): void {
      tried.value = false;
      step.value = 'outcome';
    },
    async chooseKind(name: string): Promise<void> {
      outcomeId.value = null;
      values.value = {};
      comment.value = '';
      await choosing.choose(name);
    },
    /** Starts again from the beginning. */
    reset(): void {
      step.value = 'choose';
      outcomeId.value = null;
      values.value = {};
      comment.value = '';
      tried.value = false;
      dry.value = null;
      checking.value = IDLE;
      starting.value = IDLE;
      choosing.tickNone();
    },
    back(): void {
      step.value = step.peek() === 'check' ? 'outcome' : 'choose';
      checking.value = IDLE;
      starting.value = IDLE;
    },
  };
}

export type Wizard = ReturnType<typeof createWizard>;
