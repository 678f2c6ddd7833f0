import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../api/idempotent-request.ts';
import type { call } from '../../api/index.ts';
import type { BodyOf } from '../../contracts/endpoint.ts';
import { getRecordForm, type RecordForm } from '../../contracts/registries.contract.ts';
import { NEW_RECORD } from '../../contracts/registry.rules.ts';
import { startStatusChange } from '../../contracts/status-changes.contract.ts';
import { createFormModel, type FormModel } from '../../forms/index.ts';
import { today } from '../../locale/dates.ts';
import { language } from '../../locale/index.ts';
import { formOfMove } from './move-fields.ts';
import { createStatusRun, type StatusRun } from './status-run.ts';

type Body = BodyOf<typeof startStatusChange>;

/** The records whose status changes: by id, or all that match the query of the list. */
export type Target = Pick<Body, 'recordIds' | 'filter'>;

export type FormLoad =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly form: RecordForm };

/** A change of status from the choice to its result. `send` is `call` of shared/api. */
export function createStatusChange(send: typeof call, resource: string, target: Target, shown: StatusRun | null) {
  const form = signal<FormLoad>({ status: 'loading' });
  const chosen = signal<string | null>(null);
  /** The fields that the chosen status requires. */
  const model = signal<FormModel | null>(null);
  /** The dry run, then the run. */
  const run = signal<StatusRun | null>(shown);
  const sending = signal<{ readonly isSending: boolean; readonly error?: unknown }>({ isSending: false });
  const attempts = signal(0);
  const idempotent = createIdempotentRequest();

  async function load(): Promise<void> {
    form.value = { status: 'loading' };
    try {
      const found = await send(getRecordForm, { params: { resource, recordId: NEW_RECORD } });
      form.value = { status: 'ready', form: found };
    } catch (error) {
      form.value = { status: 'failed', error };
    }
  }

  function choose(status: string): void {
    const now = form.peek();
    if (now.status !== 'ready') return;
    chosen.value = status;
    const body = formOfMove(now.form, status);
    model.value = body && createFormModel(body, { languageId: language.peek(), today: today() });
    attempts.value = 0;
  }

  async function start(body: Body): Promise<void> {
    if (sending.peek().isSending) return;
    sending.value = { isSending: true };
    try {
      const started = await idempotent.carryOut(body, (idempotencyKey) =>
        send(startStatusChange, { params: { resource }, body, idempotencyKey }),
      );
      run.value = createStatusRun(send, started);
      sending.value = { isSending: false };
    } catch (error) {
      sending.value = { isSending: false, error };
    }
  }

  return {
    form,
    chosen,
    model,
    run,
    sending,
    attempts,
    load,
    choose,

    /** Tries the change without making it. */
    async check(): Promise<void> {
      const status = chosen.peek();
      if (status === null) return;
      const typed = model.peek()?.attempt();
      if (typed && typed.issues.length > 0) {
        attempts.value += 1;
        return;
      }
      const data = Object.fromEntries(Object.entries(typed?.values ?? {}).filter(([, value]) => !isBlank(value)));
      await start({ ...target, status, data, dryRun: true });
    },

    /** Changes the records that passed the dry run. */
    async go(): Promise<void> {
      const checked = run.peek();
      if (checked) await start({ checked: checked.id });
    },

    /** Retries the failed records of a run that has ended. */
    async retry(): Promise<void> {
      const ended = run.peek();
      if (!ended || sending.peek().isSending) return;
      sending.value = { isSending: true };
      try {
        run.value = createStatusRun(send, await ended.retry());
        sending.value = { isSending: false };
      } catch (error) {
        sending.value = { isSending: false, error };
      }
    },

    back(): void {
      run.value = null;
      sending.value = { isSending: false };
    },
  };
}

export type StatusChangeStore = ReturnType<typeof createStatusChange>;

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
