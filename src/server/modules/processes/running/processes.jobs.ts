import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { type JobData, type Jobs, TIMER_JOB } from '../../../platform/jobs.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { readTimeZone } from '../../../platform/time-zone.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { EventBody, Vars } from '../engine/model.ts';
import { type ActionRunner, runAction } from './actions.run.ts';
import { CALL_LIMIT_REACHED, mayCallMore } from './calls.ts';
import { ACTION_JOB, EVENT_JOB, type ProcessJob } from './changes.ts';
import { beginCalled, cancelCalled, deliver, failCalled } from './deliver.ts';
import { lockInstance } from './instances.store.ts';
import { readSignalSubscribers } from './messages.store.ts';
import { correlateStored, deliverSignal, publish, startAt } from './messages.ts';
import { fireTimer } from './timers.run.ts';

export interface JobContext extends ActionRunner {
  readonly db: DatabaseHandle;
  readonly clock: () => Date;
}

/** After this many tries, a failed action is an incident or an error event of the process. */
const ACTION_TRIES = 3;

/** Registers the handlers of process jobs. Each handler may be called twice for the same job. */
export function handleProcessJobs(jobs: Pick<Jobs, 'handle'>, context: JobContext): void {
  jobs.handle(TIMER_JOB, (data, { tenantId }) =>
    asTenant(context, tenantId, (tx, scope) => fireTimer(tx, scope, String(data.timerId))),
  );
  jobs.handle(
    EVENT_JOB,
    (data, { tenantId }) => asTenant(context, tenantId, (tx, scope) => deliverJob(tx, scope, jobOf(data))),
    {
      retries: 10,
      failed: (data, { tenantId, error }) =>
        asTenant(context, tenantId, (tx, scope) => failEvent(tx, scope, jobOf(data), error)),
    },
  );
  jobs.handle(ACTION_JOB, (data, info) => performAction(context, info.tenantId, actionOf(data)), {
    retries: ACTION_TRIES - 1,
    retryDelay: 2,
    failed: (data, { tenantId, error }) =>
      asTenant(context, tenantId, (tx, scope) => failAction(tx, scope, actionOf(data), error)),
  });
}

/** Runs a transaction of the tenant without a user. */
async function asTenant(
  context: JobContext,
  tenantId: number,
  work: (tx: Tx, scope: StepScope) => Promise<unknown>,
): Promise<void> {
  await context.db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const timeZone = await readTimeZone(tx, tenantId);
    await work(tx, { db: context.db, tenantId, timeZone, userId: null, now: context.clock() });
  });
}

async function deliverJob(tx: Tx, scope: StepScope, job: Exclude<ProcessJob, { kind: 'action' }>): Promise<void> {
  switch (job.kind) {
    case 'message':
      await publish(tx, scope, { id: job.id, name: job.name, key: job.key, vars: job.vars as Vars });
      return;
    case 'correlate':
      await correlateStored(tx, scope, job.name, job.key);
      return;
    case 'broadcast': {
      const { instances, starts } = await readSignalSubscribers(tx, job.name);
      // One job for each instance, so that a locked or failing instance does not delay the others.
      for (const instanceId of instances) {
        await enqueue(
          tx,
          'job',
          { job: EVENT_JOB, kind: 'signal', id: job.id, name: job.name, vars: job.vars, instanceId },
          { dedupeKey: `signal:${job.id}:${instanceId}` },
        );
      }
      for (const start of starts) {
        await enqueue(
          tx,
          'job',
          {
            job: EVENT_JOB,
            kind: 'signalStart',
            id: job.id,
            name: job.name,
            vars: job.vars,
            processKey: start.processKey,
            processNumber: start.processNumber,
            nodeId: start.nodeId,
          },
          { dedupeKey: `signal:${job.id}:${start.processKey}:${start.nodeId}` },
        );
      }
      return;
    }
    case 'signal':
      await deliverSignal(tx, scope, job.instanceId, { id: job.id, name: job.name, vars: job.vars as Vars });
      return;
    case 'signalStart':
      await startAt(tx, scope, job, job.vars as Vars, { name: job.name });
      return;
    case 'callEnded': {
      const event: EventBody = {
        kind: 'callEnded',
        item: job.item,
        ...(job.vars === undefined ? {} : { vars: job.vars as Vars }),
        ...(job.error === undefined ? {} : { error: job.error }),
        ...(job.refused === undefined ? {} : { refused: job.refused }),
      };
      await deliver(tx, scope, job.instanceId, event, { eventId: `call:${job.childId}`, keepRejection: true });
      return;
    }
    case 'turns':
      await continueLoop(tx, scope, job);
      return;
    case 'begin':
      await beginCalled(tx, scope, job.instanceId);
      return;
    case 'cancelCalls':
      if (await cancelCalled(tx, scope, job.instanceId, job.tokens))
        await enqueue(tx, 'job', { job: EVENT_JOB, ...job });
      return;
  }
}

/** Starts the next iterations of a loop in a separate transaction. */
async function continueLoop(
  tx: Tx,
  scope: StepScope,
  { id, instanceId, item, next }: Extract<ProcessJob, { kind: 'turns' }>,
): Promise<void> {
  const instance = await lockInstance(tx, instanceId);
  const definition = instance && (await loadDefinition(tx, scope, instance.processKey, instance.number));
  if (!definition) return;
  const refused = (await mayCallMore(tx, definition, instanceId)) ? {} : { refused: CALL_LIMIT_REACHED };
  const event: EventBody = { kind: 'loopContinued', item, next, ...refused };
  await deliver(tx, scope, instance, event, { eventId: `turns:${id}`, keepRejection: true });
}

/** After the last try: raises an incident where an activity would otherwise wait forever. */
async function failEvent(tx: Tx, scope: StepScope, job: ReturnType<typeof jobOf>, error: string): Promise<void> {
  const text = error.slice(0, 500);
  if (job.kind === 'begin') await failCalled(tx, scope, job.instanceId, text);
  if (job.kind !== 'turns') return;
  const { id, instanceId, item, next } = job;
  const event: EventBody = { kind: 'loopContinued', item, next, refused: { code: 'loop.failed', text } };
  await deliver(tx, scope, instanceId, event, { eventId: `turns:${id}:failed`, keepRejection: true });
}

type ActionJob = Extract<ProcessJob, { kind: 'action' }>;

/** Runs the action of a service task. Requests to other servers are sent before the transaction that delivers the result. */
async function performAction(context: JobContext, tenantId: number, job: ActionJob): Promise<void> {
  const result = await runAction(context, job);
  await asTenant(context, tenantId, async (tx, scope) => {
    const instance = await lockInstance(tx, job.instanceId);
    if (!instance) return;
    const waits = instance.state.items.some(
      (item) => item.id === job.item && item.wait === 'job' && item.try === job.try,
    );
    // A second run of the job, or the activity has ended.
    if (!waits) return;
    const vars = await result(tx, instance.state, scope.now);
    await deliver(
      tx,
      scope,
      instance,
      { kind: 'jobResult', item: job.item, try: job.try, vars },
      { eventId: `job:${job.item}:${job.try}`, keepRejection: true },
    );
  });
}

/** After the last try: an incident, or the error event of the model. */
async function failAction(tx: Tx, scope: StepScope, job: ActionJob, error: string): Promise<void> {
  const event: EventBody = { kind: 'jobFailed', item: job.item, try: job.try, text: error.slice(0, 500) };
  await deliver(tx, scope, job.instanceId, event, {
    eventId: `job:${job.item}:${job.try}:failed`,
    keepRejection: true,
  });
}

function jobOf(data: JobData): Exclude<ProcessJob, { kind: 'action' }> {
  return data as unknown as Exclude<ProcessJob, { kind: 'action' }>;
}

function actionOf(data: JobData): ActionJob {
  return data as unknown as ActionJob;
}
