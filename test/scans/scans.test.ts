import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { deferredActionKinds, IMPORTS, RUN_KINDS } from '../../src/server/app.ts';
import { handleAttachments } from '../../src/server/modules/attachments/index.ts';
import { handleAuditRetention, handleAuditSeals } from '../../src/server/modules/audit/index.ts';
import { handleDeferredActions } from '../../src/server/modules/deferred-actions/index.ts';
import { handleDelegations } from '../../src/server/modules/delegations/index.ts';
import { handleImports } from '../../src/server/modules/imports/index.ts';
import { handleManuals, handleReceipts } from '../../src/server/modules/manuals/index.ts';
import { handleReminders } from '../../src/server/modules/notifications/index.ts';
import { handleRecordRetention } from '../../src/server/modules/registries/index.ts';
import { handleRequestPace } from '../../src/server/modules/requests/index.ts';
import { handleRuns } from '../../src/server/modules/runs/index.ts';
import { handleTaskMails } from '../../src/server/modules/task-mails/index.ts';
import { handleSnoozes } from '../../src/server/modules/tasks/index.ts';
import { MORNING_HOUR, NIGHT_HOUR } from '../../src/server/platform/jobs/hours.ts';
import { purgeExpired } from '../../src/server/platform/jobs/retention.ts';
import type { Jobs } from '../../src/server/platform/jobs.ts';
import { validRequests } from '../api/valid-requests.ts';
import { hasPostgres } from '../support/postgres.ts';
import { type LargeVerva, openLarge } from './large.ts';
import { scannedByLists } from './lists.ts';

/** These need e-mails, which the jobs of a whole server write, or imports, which they carry out, or do not end. */
const LEFT_OUT = /\{taskActionId\}|imports\/\{id\}\/undo|unsubscribe|\/api\/public\/identity\/email-|GET \/api\/live$/;

/** The next time at which it is this hour in the demo's organisations. */
const nextAt = (now: Date, hour: number) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('Europe/Tallinn')
      .add({ days: 1 })
      .withPlainTime({ hour, minute: 30 }).epochMilliseconds,
  );

let large: LargeVerva;

before(async () => {
  if (hasPostgres) large = await openLarge();
});
after(() => large?.close());

// First: the requests of the next test change rows.
test('no order and no filter of a list reads a large table from one end to the other', {
  skip: !hasPostgres,
}, async () => {
  assert.deepEqual(await scannedByLists(large), []);
});

test('no request scans a large table, or much of it for few rows', {
  skip: !hasPostgres,
}, async () => {
  const found: string[] = [];
  for (const [name, make] of Object.entries(await validRequests(large.url))) {
    if (LEFT_OUT.test(name)) continue;
    const scanned = await large.scannedBy(name, async () => {
      const { status, body } = await make();
      if (status >= 500) found.push(`${name}: ${status} ${JSON.stringify(body)}`);
    });
    found.push(...scanned);
  }
  assert.deepEqual(found, []);
});

test('no periodic work scans a large table, or much of it for few rows', {
  skip: !hasPostgres,
}, async () => {
  const { context } = large;
  const works = new Map<string, () => Promise<unknown>>([['retention', () => purgeExpired(context.db)]]);
  const jobs: Jobs = {
    handle: () => undefined,
    every: (_milliseconds, what, work) => works.set(what, () => work(new AbortController().signal)),
    start: async () => undefined,
    stop: async () => undefined,
    wake: () => undefined,
  };
  const { db, log, config } = context;
  let now = context.clock();
  const clock = () => now;
  const { publicUrl, masterKey } = config;
  handleAttachments(jobs, { db, clock });
  handleDeferredActions(jobs, { db, log, clock }, deferredActionKinds(context));
  handleDelegations(jobs, { db, log, clock, publicUrl });
  handleRuns(jobs, context, RUN_KINDS);
  handleImports(jobs, context, IMPORTS);
  handleReceipts(jobs, { db, log, clock });
  handleAuditSeals(jobs, { db, log });
  handleAuditRetention(jobs, { db, log });
  handleSnoozes(jobs, { db, log, clock });
  handleReminders(jobs, { db, clock });
  handleRequestPace(jobs, { db, clock });
  handleRecordRetention(jobs, { db, clock });
  handleManuals(jobs, { db, log, clock });
  handleTaskMails(jobs, { db, log, clock, publicUrl, masterKey, gatherSeconds: 0 });
  assert.ok(works.size > 8, [...works.keys()].join());
  const found: string[] = [];
  // Some work is done at night, some in the morning after tasks became due.
  for (const hour of [null, NIGHT_HOUR, MORNING_HOUR]) {
    if (hour !== null) now = nextAt(now, hour);
    for (const [what, work] of works) found.push(...(await large.scannedBy(what, work)));
  }
  assert.deepEqual([...new Set(found)], []);
});
