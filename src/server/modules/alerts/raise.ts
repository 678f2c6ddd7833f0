import { sql } from 'kysely';
import { ALERT_KINDS, type AlertKind } from '../../../shared/contracts/alert-kinds.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { AppContext } from '../../platform/context.ts';
import { json, type Tx } from '../../platform/database.ts';
import { supportedLanguage } from '../../platform/email-template.ts';
import { enqueue, enqueueAll } from '../../platform/outbox.ts';
import { PRODUCT_DEFAULTS, sealUnsubscribe } from '../notifications/index.ts';
import { ADMINISTRATORS } from '../users/index.ts';
import { composeAlertMail } from './alerts.mails.ts';
import { type AlertRow, describeAlerts, type StoredAlert } from './alerts.store.ts';
import { KINDS } from './kinds.ts';
import { type Occasion, occasionsToRaise, type Raised } from './occasions.rules.ts';

export type RaiseContext = Pick<AppContext, 'db' | 'log' | 'clock' | 'config' | 'metrics'>;

/** Name of the job that calls the webhook of alerts. */
export const WEBHOOK_JOB = 'alert-webhook';
/** First key of the advisory locks; the second is the organisation's number. */
const LOCK = 720_082;
/** Transactions commit in another order than their rows were made: rows of this time before the last search are read again. */
const OVERLAP = '10 minutes';

/** Searches every organisation for occasions of alerts, and informs its administrators. Safe on several servers at once. */
export async function raiseAlerts(context: RaiseContext): Promise<void> {
  const { db, log, clock } = context;
  const { rows: tenants } = await db.systemTransaction((tx) =>
    sql<{ id: number; timeZone: string }>`SELECT id, time_zone AS "timeZone" FROM tenant
      WHERE status = 'active' ORDER BY id`.execute(tx),
  );
  for (const { id: tenantId, timeZone } of tenants) {
    try {
      await raiseOf(context, { tenantId, timeZone, now: clock() });
    } catch (error) {
      // The other organisations are still searched; the next run searches the same time of this one again.
      log.error({ err: error, tenantId }, 'searching for alerts failed');
    }
  }
}

interface Scope {
  readonly tenantId: number;
  readonly timeZone: string;
  readonly now: Date;
}

async function raiseOf(context: RaiseContext, scope: Scope): Promise<void> {
  const { db, metrics, log } = context;
  const { tenantId, now } = scope;
  const searched: Occasion[] = [];
  for (const kind of Object.values(KINDS)) {
    if ('find' in kind) searched.push(...(await kind.find({ db, tenantId, now })));
  }
  const raised = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const since = await takePosition(tx, tenantId);
    if (since === undefined) return [];
    const found = [...searched, ...(await findRows(tx, since))];
    const wanted =
      found.length === 0 ? [] : occasionsToRaise(await withoutKnown(tx, found), await readRaised(tx, found));
    const alerts: Occasion[] = [];
    for (const one of wanted) if (await raise(tx, context, scope, one)) alerts.push(one);
    return alerts;
  });
  for (const { kind, subject } of raised) {
    metrics.alerts.inc({ kind });
    log.warn({ tenantId, kind, subject }, 'alert to administrators');
  }
}

/**
 * Moves the position to now and returns from when on rows are to be read. Undefined: another server searches, or the search of this
 * organisation begins here, because what was before is no news.
 */
async function takePosition(tx: Tx, tenantId: number): Promise<Date | undefined> {
  const { rows: locks } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(LOCK)}, ${tenantId}::int) AS "isOurs"`.execute(tx);
  if (!locks[0]!.isOurs) return undefined;
  const { rows } = await sql<{
    at: Date;
  }>`SELECT greatest(at - ${sql.lit(OVERLAP)}::interval, began_at) AS at FROM alert_scan`.execute(tx);
  await sql`INSERT INTO alert_scan (at) VALUES (now()) ON CONFLICT (tenant_id) DO UPDATE SET at = excluded.at`.execute(
    tx,
  );
  return rows[0]?.at;
}

async function findRows(tx: Tx, since: Date): Promise<readonly Occasion[]> {
  const kinds = ALERT_KINDS.flatMap((kind) => {
    const rule = KINDS[kind];
    return 'rows' in rule ? [{ kind, rule }] : [];
  });
  const condition = sql.join(
    kinds.map(({ rule }) => rule.rows),
    sql` OR `,
  );
  const when = <T>(value: (one: (typeof kinds)[number]) => T) =>
    sql.join(
      kinds.map((one) => sql`WHEN ${one.rule.rows} THEN ${value(one)}`),
      sql` `,
    );
  const { rows } = await sql<Occasion>`
    SELECT CASE ${when(({ kind }) => sql.lit(kind))} END AS kind, a.id AS occasion, a.at, a.actor_id AS "actorId",
      CASE ${when(({ rule }) => rule.subject ?? sql`coalesce(a.subject_id::text, '')`)} END AS subject,
      CASE ${when(({ rule }) => rule.details ?? sql`'{}'::jsonb`)} END AS details
    FROM audit_log a WHERE a.id >= uuid_floor(${since}) AND (${condition})
    ORDER BY a.id`.execute(tx);
  return rows;
}

async function withoutKnown(tx: Tx, found: readonly Occasion[]): Promise<readonly Occasion[]> {
  const keys = found.map(({ kind, subject, occasion }) => ({ kind, subject, occasion }));
  const { rows } = await sql<{ key: string }>`SELECT concat_ws(E'\n', a.kind, a.subject, a.occasion) AS key FROM alert a
    JOIN jsonb_to_recordset(${json(keys)}::jsonb) AS x(kind text, subject text, occasion text) USING (kind, subject, occasion)`.execute(
    tx,
  );
  const known = new Set(rows.map(({ key }) => key));
  return found.filter(({ kind, subject, occasion }) => !known.has([kind, subject, occasion].join('\n')));
}

async function readRaised(tx: Tx, found: readonly Occasion[]): Promise<readonly Raised[]> {
  const keys = found.map(({ kind, subject }) => ({ kind, subject }));
  const { rows } =
    await sql<Raised>`SELECT x.kind, x.subject, (SELECT max(a.at) FROM alert a WHERE a.kind = x.kind AND a.subject = x.subject) AS at
    FROM (SELECT DISTINCT kind, subject FROM jsonb_to_recordset(${json(keys)}::jsonb) AS k(kind text, subject text)) x`.execute(
      tx,
    );
  return rows.filter(({ at }) => at !== null);
}

interface Recipient {
  readonly id: string;
  readonly email: string | null;
  readonly languageId: string;
  readonly wantsMail: boolean;
}

/** Stores an alert with its recipients, and leaves mails, live events and the webhook in the outbox. False: it is known. */
async function raise(tx: Tx, context: RaiseContext, scope: Scope, occasion: Occasion): Promise<boolean> {
  const { kind, subject, at, actorId, details } = occasion;
  const { rows } = await sql<AlertRow>`INSERT INTO alert (kind, subject, occasion, at, actor_id, details)
    VALUES (${kind}, ${subject}, ${occasion.occasion}, ${at}, ${actorId}::uuid, ${json(details)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id, kind, subject, at, actor_id AS "actorId", details`.execute(tx);
  const alert = rows[0];
  if (!alert) return false;
  const recipients = await readRecipients(tx, leftOut(kind, occasion));
  const ids = recipients.map(({ id }) => id);
  await sql`INSERT INTO alert_recipient (alert_id, user_id)
    SELECT ${alert.id}::uuid, id FROM unnest(${ids}::uuid[]) AS id`.execute(tx);
  await enqueueAll(
    tx,
    'live',
    ids.length > 0 ? [{ principals: ids.map((id) => `u:${id}`), type: 'alerts.changed', data: {} }] : [],
  );
  for (const one of recipients) if (one.wantsMail) await sendMail(tx, context, scope, one, alert);
  if (context.config.alertWebhookUrl) await enqueue(tx, 'job', { job: WEBHOOK_JOB, alertId: alert.id });
  return true;
}

function leftOut(kind: AlertKind, { subject, actorId }: Occasion): string | null {
  const { leavesOut } = KINDS[kind];
  return leavesOut === 'subject' ? subject : leavesOut === 'actor' ? actorId : null;
}

async function readRecipients(tx: Tx, except: string | null): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`SELECT u.id, u.email, u.language_id AS "languageId",
      u.email IS NOT NULL AND coalesce(s.choices->>'security', (SELECT value->'choices'->>'security' FROM tenant_setting WHERE key = 'notifications'),
        ${PRODUCT_DEFAULTS.choices.security}) <> 'off' AS "wantsMail"
    FROM app_user u LEFT JOIN notification_setting s ON s.user_id = u.id
    WHERE u.status = 'active' AND u.id::text IS DISTINCT FROM ${except}
      AND u.id IN (SELECT m.user_id FROM group_member m WHERE m.group_id = ANY(${[...ADMINISTRATORS]}::text[]))`.execute(
    tx,
  );
  return rows;
}

async function sendMail(
  tx: Tx,
  { config }: RaiseContext,
  { tenantId, timeZone }: Scope,
  { id, email, languageId }: Recipient,
  alert: StoredAlert,
): Promise<void> {
  const language: LanguageId = supportedLanguage(languageId);
  const [described] = await describeAlerts(tx, [alert], language);
  const token = sealUnsubscribe(config.masterKey, { tenantId, userId: id, kinds: ['security'] });
  const stop = `${config.publicUrl}/unsubscribe/${token}`;
  const mail = composeAlertMail(described!, { language, timeZone, publicUrl: config.publicUrl, stop });
  await enqueue(tx, 'mail', {
    ...{ to: email!, userId: id, languageId, template: `alert.${alert.kind}` },
    unsubscribe: `${config.publicUrl}/api/public/notifications/unsubscribe/${token}`,
    ...mail,
  });
}
