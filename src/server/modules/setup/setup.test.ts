import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Kind, kinds, openTestDatabase } from '../../../../test/support/databases.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createOrganisation, offerSetup, organisationDifferences, setUp } from './index.ts';

const PUBLIC_URL = 'https://verva.example';
const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-02T08:00:00Z');
const PASSWORD = 'Norden-2026-key';
const VALUES = {
  organisation: { name: 'Norden', timeZone: 'Europe/Tallinn', languageId: 'et' },
  administrator: { name: 'Grete Norden', username: 'Grete.Norden', email: 'grete@norden.example', password: PASSWORD },
} as const;

const tokenOf = (offer: Awaited<ReturnType<typeof offerSetup>>): string => {
  assert.equal(offer.state, 'written');
  const [page, token = ''] = 'link' in offer ? offer.link.split('#') : [];
  assert.equal(page, `${PUBLIC_URL}/setup`);
  assert.match(token, /^[\w-]{43}$/);
  return token;
};
const codeOf = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

type Work = (db: DatabaseHandle, kind: Kind) => Promise<void>;

/** Runs a test on an empty database of each kind: locks, exactly-once, and what a failed transaction leaves. */
const onEmptyDatabases = (name: string, work: Work) => onEmpty(kinds, name, work);

/** Runs a test on one kind, PostgreSQL if available. */
const onEmptyDatabase = (name: string, work: Work) => onEmpty(kinds.slice(-1), name, work);

function onEmpty(wanted: readonly Kind[], name: string, work: Work): void {
  for (const kind of wanted) {
    test(`${name} (${kind})`, async () => {
      const db = await openTestDatabase(kind);
      try {
        await work(db, kind);
      } finally {
        await db.close();
      }
    });
  }
}

const offer = (db: DatabaseHandle, more: { now?: Date; replaces?: boolean } = {}) =>
  offerSetup(db, { publicUrl: PUBLIC_URL, now: NOW, ...more });

/** Everything that a set-up may leave behind. */
async function countRows(db: DatabaseHandle): Promise<Record<string, number>> {
  const tenants = await db.systemTransaction((tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM tenant`.execute(tx),
  );
  const accounts = await db.signinTransaction((tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM idn_user`.execute(tx),
  );
  const links = await db.signinTransaction((tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM idn_link`.execute(tx),
  );
  return { tenants: tenants.rows[0]!.n, accounts: accounts.rows[0]!.n, links: links.rows[0]!.n };
}

onEmptyDatabases('ORG-01 the link creates the provider organisation with its first administrator, once', async (db) => {
  const token = tokenOf(await offer(db));
  const created = await setUp(db, VALUES, { token, now: NOW });
  assert.equal(created.username, 'grete.norden');
  const scope = { tenantId: created.tenantId, userId: null };
  const { rows } = await db.tenantTransaction(scope, (tx) =>
    sql`SELECT t.slug, t.name, t.time_zone, t.language_id, u.username, u.name AS person, u.email, u.status, u.language_id AS speaks,
      ARRAY(SELECT group_id FROM group_member m WHERE m.user_id = u.id ORDER BY 1) AS groups
      FROM tenant t, app_user u`.execute(tx),
  );
  assert.deepEqual(rows, [
    {
      slug: 'verva',
      name: 'Norden',
      time_zone: 'Europe/Tallinn',
      language_id: 'et',
      username: 'grete.norden',
      person: 'Grete Norden',
      email: 'grete@norden.example',
      status: 'active',
      speaks: 'et',
      groups: ['admin', 'verva.admin'],
    },
  ]);
  await assert.rejects(setUp(db, VALUES, { token, now: NOW }), codeOf('setup.done'));
  await assert.rejects(setUp(db, VALUES, 'command'), codeOf('setup.done'));
  assert.deepEqual(await offer(db), { state: 'done' });
  assert.deepEqual(await countRows(db), { tenants: 1, accounts: 1, links: 0 });
});

onEmptyDatabase(
  'ORG-01 AUD-01 the audit log names the set-up and its way, and no row has the password or the token',
  async (db) => {
    const token = tokenOf(await offer(db));
    const { tenantId, userId } = await setUp(db, VALUES, { token, now: NOW });
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{
        row: unknown;
        text: string;
      }>`SELECT jsonb_build_object('entity', entity, 'id', entity_id, 'subject', subject_id, 'after', after) AS row
      FROM audit_log WHERE verb = 'setup'`.execute(tx),
    );
    const after = { via: 'link', username: 'grete.norden' };
    assert.deepEqual(
      rows.map(({ row }) => row),
      [{ entity: 'tenant', id: 'verva', subject: userId, after }],
    );
    const texts = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ text: string }>`SELECT a::text AS text FROM audit_log a UNION ALL SELECT u::text FROM app_user u`.execute(
        tx,
      ),
    );
    const sent = await db.systemTransaction((tx) =>
      sql<{ text: string }>`SELECT o::text AS text FROM outbox o`.execute(tx),
    );
    assert.ok(sent.rows.some(({ text }) => text.includes('grete@norden.example')));
    for (const { text } of [...texts.rows, ...sent.rows]) {
      assert.ok(!text.includes(PASSWORD) && !text.includes(token), text);
    }
  },
);

onEmptyDatabases(
  'ORG-01 two browsers at once set up one organisation; the other is told that it is done',
  async (db) => {
    const token = tokenOf(await offer(db));
    const other = {
      ...VALUES,
      administrator: { ...VALUES.administrator, username: 'kati.mets', email: 'k@norden.example' },
    };
    const results = await Promise.allSettled([
      setUp(db, VALUES, { token, now: NOW }),
      setUp(db, other, { token, now: NOW }),
      setUp(db, VALUES, 'command'),
    ]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, 2);
    for (const error of refused) assert.ok(codeOf('setup.done')(error), String(error));
    assert.deepEqual(await countRows(db), { tenants: 1, accounts: 1, links: 0 });
  },
);

onEmptyDatabases('ORG-01 one link is in effect: a second server writes none, and a new one replaces it', async (db) => {
  const offers = await Promise.all([offer(db), offer(db)]);
  assert.deepEqual(offers.map(({ state }) => state).toSorted(), ['offered', 'written']);
  const first = tokenOf(offers.find(({ state }) => state === 'written')!);
  const second = tokenOf(await offer(db, { replaces: true }));
  await assert.rejects(setUp(db, VALUES, { token: first, now: NOW }), codeOf('setup.link_not_accepted'));
  const late = new Date(NOW.getTime() + DAY_MS);
  await assert.rejects(setUp(db, VALUES, { token: second, now: late }), codeOf('setup.link_not_accepted'));
  // An expired link is replaced without a command.
  const third = tokenOf(await offer(db, { now: late }));
  await setUp(db, VALUES, { token: third, now: late });
});

onEmptyDatabase('ORG-01 refused values name their fields, leave nothing behind and keep the link', async (db) => {
  const token = tokenOf(await offer(db));
  const bad = {
    organisation: { ...VALUES.organisation, timeZone: '+03:00' },
    administrator: { ...VALUES.administrator, password: 'short', email: 'nobody' },
  };
  await assert.rejects(setUp(db, bad, { token, now: NOW }), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'setup.invalid');
    assert.deepEqual(error.extra.errors?.map(({ pointer, code }) => `${pointer} ${code}`).toSorted(), [
      '/administrator/email field.email',
      '/administrator/password field.password',
      '/organisation/timeZone field.choice_unknown',
    ]);
    return true;
  });
  assert.deepEqual(await countRows(db), { tenants: 0, accounts: 0, links: 1 });
  await setUp(db, VALUES, { token, now: NOW });
});

onEmptyDatabase('ORG-01 an existing organisation is compared with what a command expects', async (db) => {
  const expected = { slug: 'verva', values: VALUES, groups: ['admin', 'verva.admin'] };
  assert.equal(await organisationDifferences(db, expected), undefined);
  await setUp(db, VALUES, 'command');
  assert.deepEqual(await organisationDifferences(db, expected), []);
  const other = {
    organisation: { name: 'Nord', timeZone: 'UTC', languageId: 'en' },
    administrator: { ...VALUES.administrator, name: 'Grete', email: 'g@norden.example' },
  } as const;
  assert.deepEqual(await organisationDifferences(db, { ...expected, values: other }), [
    'name is Norden, not Nord',
    'time zone is Europe/Tallinn, not UTC',
    'language is et, not en',
    'grete.norden: name is Grete Norden, not Grete',
    'grete.norden: e-mail is grete@norden.example, not g@norden.example',
  ]);
  const missing = { ...VALUES, administrator: { ...VALUES.administrator, username: 'kati.mets' } };
  assert.deepEqual(await organisationDifferences(db, { ...expected, values: missing }), [
    'kati.mets is not a user of verva',
  ]);
});

onEmptyDatabases('ORG-01 a username that is taken leaves no second organisation behind', async (db) => {
  await setUp(db, VALUES, 'command');
  await assert.rejects(
    createOrganisation(db, VALUES, { slug: 'acme' }),
    (error: { code?: string }) => error.code === '23505',
  );
  assert.deepEqual(await countRows(db), { tenants: 1, accounts: 1, links: 0 });
  const administrator = { ...VALUES.administrator, username: 'anna.tamm', email: 'anna@acme.example' };
  const acme = await createOrganisation(db, { ...VALUES, administrator }, { slug: 'acme' });
  const { rows } = await db.tenantTransaction({ tenantId: acme.tenantId, userId: null }, (tx) =>
    sql`SELECT username, ARRAY(SELECT group_id FROM group_member) AS groups FROM app_user`.execute(tx),
  );
  assert.deepEqual(rows, [{ username: 'anna.tamm', groups: ['admin'] }]);
});

/** A provider of all organisations. */
const addIssuer = (tx: Tx, issuer: string) =>
  sql`INSERT INTO tenant_issuers (issuer, idp_name, audience, jwks_uri, algs, token_use)
    VALUES (${issuer}, 'norden', 'verva', 'https://id.norden.example/keys', '{RS256}', 'id')`.execute(tx);

test('ORG-01 the administrator of another sign-in service gets no account here', async () => {
  const db = await openTestDatabase();
  try {
    const account = { issuer: 'https://id.norden.example', subject: 'b7c1' };
    await db.signinTransaction((tx) => addIssuer(tx, account.issuer));
    const { tenantId, userId } = await setUp(
      db,
      { ...VALUES, administrator: { ...VALUES.administrator, password: '' } },
      'command',
      account,
    );
    const { rows } = await db.signinTransaction((tx) =>
      sql`SELECT issuer, subject, tenant_id, user_id FROM user_identity`.execute(tx),
    );
    assert.deepEqual(rows, [{ ...account, tenant_id: tenantId, user_id: userId }]);
    assert.equal((await countRows(db)).accounts, 0);
  } finally {
    await db.close();
  }
});

test('ORG-01 issuers of all organisations are audited with the provider, whatever number its organisation has', async () => {
  const db = await openTestDatabase();
  try {
    // Uses up number 1.
    await assert.rejects(
      db.systemTransaction(async (tx) => {
        await sql`INSERT INTO tenant (slug, name) VALUES ('gone', 'Gone')`.execute(tx);
        throw new Error('rolled back');
      }),
    );
    const { tenantId } = await setUp(db, VALUES, 'command');
    assert.equal(tenantId, 2);
    await db.signinTransaction((tx) => addIssuer(tx, 'https://id.norden.example'));
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT verb FROM audit_log WHERE entity = 'tenant_issuers' AND entity_id = 'https://id.norden.example'`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [{ verb: 'insert' }]);
  } finally {
    await db.close();
  }
});
