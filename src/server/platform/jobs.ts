import type { Logger } from 'pino';
import { type DatabaseHandle, extendPartitions } from './database.ts';
import { type ContentStore, sweepContents } from './files.ts';
import { deliverMail, noteMailFailure } from './jobs/deliver-mail.ts';
import { deliverSms, noteSmsFailure } from './jobs/deliver-sms.ts';
import { deliverWebhook } from './jobs/deliver-webhook.ts';
import { Loop } from './jobs/loop.ts';
import { type JobHandler, type JobOptions, JobQueue, type QueueOptions } from './jobs/queue.ts';
import { relayOutbox } from './jobs/relay.ts';
import { purgeExpired } from './jobs/retention.ts';
import { dispatchTimers, TIMER_JOB } from './jobs/timers.ts';
import type { Mailer } from './mail.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';
import type { SmsGateway } from './sms.ts';
import type { WebhookSender } from './webhook.ts';

export type { JobData, JobHandler, JobOptions } from './jobs/queue.ts';
export { TIMER_JOB } from './jobs/timers.ts';

export interface Jobs {
  /** Registers the handler of a kind of job; before `start`. A job runs at least once: handlers must be idempotent. */
  handle(name: string, handler: JobHandler, options?: JobOptions): void;
  /**
   * Registers periodic work at an interval in milliseconds; before `start`. It returns true when there is more to do at once.
   * Work that takes longer ends early when `stopping` is aborted.
   */
  every(milliseconds: number, what: string, work: (stopping: AbortSignal) => Promise<boolean>): void;
  /** Starts the relay of the outbox, the dispatcher of timers and the workers. */
  start(): Promise<void>;
  /** Waits for running work, at most this many milliseconds (5000). */
  stop(timeoutMs?: number): Promise<void>;
  /** Checks for due timers and other due work at once, after the clock was moved. */
  wake(): void;
}

/** Delivery channels. Without a mailer or a gateway, mails and texts are only stored; without a webhook sender, webhooks fail. */
export interface Delivery extends QueueOptions {
  readonly mailer?: Mailer;
  readonly sms?: SmsGateway;
  /** Keeps codes and passwords readable in the outbox after sending; for development. */
  readonly keepsSecrets?: boolean;
  readonly webhooks?: WebhookSender;
  /** The store from which unreferenced content is removed. */
  readonly contents?: ContentStore;
}

const RELAY_MS = 2000;
const TIMERS_MS = 500;
const RETENTION_MS = 600_000;
const DAY_MS = 86_400_000;

export function createJobs(db: DatabaseHandle, log: Logger, clock: () => Date, delivery: Delivery = {}): Jobs {
  const queue = new JobQueue(db, log, delivery);
  const guarded =
    (what: string, work: (stopping: AbortSignal) => Promise<boolean>) => async (stopping: AbortSignal) => {
      try {
        return await work(stopping);
      } catch (error) {
        // The database is temporarily unavailable; the loop retries.
        log.error({ err: error }, what);
        return false;
      }
    };
  const relay = new Loop(
    RELAY_MS,
    guarded('outbox relay', () => relayOutbox(db, queue, log)),
  );
  const timers = new Loop(
    TIMERS_MS,
    guarded('timer dispatcher', () => dispatchTimers(db, queue, clock())),
  );
  const retention = new Loop(
    RETENTION_MS,
    guarded('retention', async () => {
      await purgeExpired(db);
      return false;
    }),
  );
  const partitions = new Loop(
    DAY_MS,
    guarded('partitions', async () => {
      await extendPartitions(db);
      return false;
    }),
  );
  const { contents } = delivery;
  const sweep = new Loop(
    DAY_MS,
    guarded('files', async () => {
      if (contents) await sweepContents(db, contents, clock());
      return false;
    }),
  );
  const loops = [relay, timers, retention, partitions, sweep];
  const due = [timers, relay];
  let stopListening: () => Promise<void> = async () => undefined;

  queue.register('mail', (data, info) => deliverMail(db, delivery, clock, data, info), {
    failed: (data, { tenantId, error }) => noteMailFailure(db, delivery, data, tenantId, error),
  });
  queue.register('sms', (data, info) => deliverSms(db, delivery, data, info), {
    failed: (data, { tenantId, error }) => noteSmsFailure(db, delivery, data, tenantId, error),
  });
  queue.register('webhook', (data, info) => deliverWebhook(db, delivery.webhooks, data, info), { retries: 5 });

  return {
    handle: (name, handler, options) =>
      queue.register(name, handler, name === TIMER_JOB ? { ...options, once: true } : options),
    every(milliseconds, what, work) {
      const loop = new Loop(milliseconds, guarded(what, work));
      loops.push(loop);
      due.push(loop);
    },
    async start() {
      await queue.start();
      stopListening = await db.listen(OUTBOX_CHANNEL, () => relay.wake());
      for (const loop of loops) loop.start();
    },
    async stop(timeoutMs) {
      await stopListening();
      await Promise.all(loops.map((loop) => loop.stop()));
      await queue.stop(timeoutMs);
    },
    wake() {
      for (const loop of due) loop.wake();
    },
  };
}
