import { type RawBuilder, sql } from 'kysely';
import {
  type AlertKind,
  DIRECTORY_SILENT_HOURS,
  MANY_DEACTIVATIONS,
  MANY_FAILURES,
} from '../../../shared/contracts/alert-kinds.ts';
import { ADMINISTRATORS } from '../users/index.ts';
import { findBrokenSeals } from './find-broken-seals.ts';
import type { AlertScan, Occasion } from './occasions.rules.ts';

interface KindOfRows {
  /** Rows `a` of the audit log that are occasions. */
  readonly rows: RawBuilder<boolean>;
  /** What the alert is about; the user of the row by default. */
  readonly subject?: RawBuilder<string>;
  readonly details?: RawBuilder<unknown>;
}

interface KindWithSearch {
  /** Finds occasions that no single row of the audit log shows. Opens transactions itself. */
  readonly find: (scan: AlertScan) => Promise<readonly Occasion[]>;
}

type Kind = (KindOfRows | KindWithSearch) & {
  /** The administrator who is not informed, because they know already or cannot act on it. */
  readonly leavesOut?: 'subject' | 'actor';
  /** The page where the alert leads. `user` is the username of the subject. */
  readonly path: (alert: { readonly user: string | undefined; readonly details: Details }) => string;
};

type Details = Readonly<Record<string, unknown>>;

const pageOfUser = ({ user }: { readonly user: string | undefined }) =>
  user === undefined ? '/settings/users' : `/settings/users?id=${encodeURIComponent(user)}`;

const administrators = sql`(SELECT m.user_id FROM group_member m WHERE m.group_id = ANY(${[...ADMINISTRATORS]}::text[]))`;
const isAboutAdministrator = sql<boolean>`a.subject_id IN ${administrators}`;
const hasManyUsers = sql<boolean>`(SELECT count(*) FROM (SELECT 1 FROM app_user LIMIT 1001) u) > 1000`;
const isProvider = sql<boolean>`(SELECT t.slug FROM tenant t WHERE t.id = tenant()) = 'verva'`;
const row = (entity: string, ...verbs: readonly string[]) =>
  sql<boolean>`(a.entity = ${sql.lit(entity)} AND a.verb IN (${sql.join(verbs.map((verb) => sql.lit(verb)))}))`;

/** What makes each kind happen, who is left out, and where it leads. */
export const KINDS: Readonly<Record<AlertKind, Kind>> = {
  newAdministrator: {
    rows: sql<boolean>`(${row('group_member', 'insert')} AND a.after->>'group_id' = ANY(${[...ADMINISTRATORS]}::text[])
      OR ${row('app_user', 'update')} AND a.before->>'status' = 'disabled' AND a.after->>'status' = 'active' AND ${isAboutAdministrator})`,
    leavesOut: 'subject',
    path: pageOfUser,
  },
  secondFactorRemoved: {
    rows: sql<boolean>`(${row('session', 'second-factor-removed', 'passkey-removed')} AND ${isAboutAdministrator})`,
    path: pageOfUser,
  },
  failedSignIns: { find: findFailures, path: pageOfUser },
  newNetwork: {
    rows: sql<boolean>`(${row('session', 'sign-in')} AND a.after->>'network' = 'new' AND ${isAboutAdministrator})`,
    path: pageOfUser,
  },
  manyDeactivations: { find: findDeactivations, path: () => '/settings/audit' },
  secretCreated: {
    // The demo replaces the secrets of its own pages at each start.
    rows: sql<boolean>`(a.entity IN ('scim_client', 'embed_client') AND a.verb IN ('insert', 'update')
      AND a.after->>'secret_sha256' IS NOT NULL AND a.via IS DISTINCT FROM 'demo')`,
    subject: sql`a.entity_id`,
    details: sql`jsonb_build_object('table', a.entity, 'name', coalesce(
      (SELECT c.name FROM scim_client c WHERE a.entity = 'scim_client' AND c.id::text = a.entity_id),
      (SELECT c.name FROM embed_client c WHERE a.entity = 'embed_client' AND c.id::text = a.entity_id), a.after->>'name'))`,
    path: ({ details }) => (details.table === 'scim_client' ? '/settings/provisioning' : '/settings/embedding'),
  },
  largeExport: {
    rows: sql<boolean>`(a.verb = 'large-export' AND a.entity IN ('people', 'group_members')
      OR ${row('tenant', 'export')} AND a.after IS NULL AND ${hasManyUsers})`,
    subject: sql`coalesce(a.actor_id::text, '')`,
    path: () => '/settings/audit',
  },
  sealBroken: { find: findBrokenSeals, path: () => '/settings/audit' },
  directorySilent: { find: findSilentDirectories, path: () => '/settings/provisioning' },
  erasureRequested: {
    rows: sql<boolean>`(a.verb = 'erasure-requested' AND (a.entity = 'app_user' OR (a.entity = 'tenant' AND ${isProvider})))`,
    subject: sql`a.entity_id`,
    details: sql`CASE WHEN a.entity = 'tenant' THEN jsonb_build_object('slug', a.entity_id) ELSE '{}' END`,
    // Who requested it cannot approve it.
    leavesOut: 'actor',
    path: ({ user, details }) =>
      typeof details.slug === 'string' ? `/settings/organisations/${details.slug}` : pageOfUser({ user }),
  },
};

/** Ten failed sign-ins of an administrator within 15 minutes; the occasion is the tenth. */
async function findFailures({ db, tenantId, now }: AlertScan): Promise<readonly Occasion[]> {
  const { rows: ids } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ id: string }>`SELECT DISTINCT user_id AS id FROM group_member
      WHERE group_id = ANY(${[...ADMINISTRATORS]}::text[])`.execute(tx),
  );
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: string; at: Date }>`
      SELECT user_id AS id, at FROM (SELECT f.user_id, x.at, x.at - lag(x.at, ${MANY_FAILURES - 1}) OVER (PARTITION BY f.user_id ORDER BY x.at) AS span
        FROM idn_failure f CROSS JOIN LATERAL unnest(f.times) x(at)
        WHERE f.tenant_id = ${tenantId} AND f.user_id = ANY(${ids.map(({ id }) => id)}::uuid[])
          AND f.hour >= ${now}::timestamptz - interval '2 hours') t
      WHERE span <= interval '15 minutes' ORDER BY at`.execute(tx),
  );
  return rows.map(({ id, at }) => ({
    ...{ kind: 'failedSignIns', subject: id, occasion: at.toISOString(), at, actorId: null },
    details: { count: MANY_FAILURES },
  }));
}

async function findDeactivations({ db, tenantId }: AlertScan): Promise<readonly Occasion[]> {
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ count: number; id: string | null; at: Date | null; actor: string | null }>`
      WITH off AS (SELECT a.id, a.at, a.actor_id FROM audit_log a WHERE a.id >= uuid_floor(now() - interval '1 hour')
        AND ${row('app_user', 'update')} AND a.after->>'status' = 'disabled')
      SELECT count(*)::int AS count, max(id::text) AS id, max(at) AS at,
        CASE WHEN count(DISTINCT actor_id) = 1 AND count(actor_id) = count(*) THEN min(actor_id::text) END AS actor FROM off`.execute(
      tx,
    ),
  );
  const { count, id, at, actor } = rows[0]!;
  if (count < MANY_DEACTIVATIONS || id === null || at === null) return [];
  return [{ kind: 'manyDeactivations', subject: '', occasion: id, at, actorId: actor, details: { count } }];
}

async function findSilentDirectories({ db, tenantId, now }: AlertScan): Promise<readonly Occasion[]> {
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ id: string; name: string; last: Date }>`SELECT id, name, last_used_at AS last FROM scim_client
      WHERE last_used_at < ${now}::timestamptz - ${DIRECTORY_SILENT_HOURS} * interval '1 hour' AND disabled_at IS NULL
        AND expires_at > ${now}`.execute(tx),
  );
  return rows.map(({ id, name, last }) => ({
    ...{ kind: 'directorySilent', subject: id, occasion: last.toISOString(), at: now, actorId: null },
    details: { name, last: last.toISOString() },
  }));
}
