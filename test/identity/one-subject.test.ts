import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../src/server/migrations/index.ts';
import { addMembership, createPerson } from '../../src/server/modules/signin/accounts.ts';
import {
  addSubjectLink,
  readSubjectLinks,
  removeSubjectLink,
} from '../../src/server/modules/signin/providers/subject-links.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { handleRefusedLinks } from '../../src/server/modules/users/index.ts';
import { linkSubject } from '../../src/server/platform/auth/link-subject.ts';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { type DatabaseHandle, migrate, openDatabase } from '../../src/server/platform/database.ts';
import type { JobHandler } from '../../src/server/platform/jobs.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { addTenant, forEachDatabase, kinds, testOn } from '../support/databases.ts';
import { takeEmails } from '../support/emails.ts';
import { MASTER_KEY, PUBLIC_URL, type TestClock, testClock } from '../support/identity.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openProvider, type TestProvider } from '../support/provider.ts';

const LINKED = { code: 'identity.already_linked' };

forEachDatabase('one subject per person and issuer', (db, kind) => {
  const once = testOn(kind);
  let clock: TestClock;
  let tenantId: number;
  let provider: TestProvider;
  let other: TestProvider;
  const warned: object[] = [];

  before(async () => {
    clock = testClock();
    ({ tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' }));
    provider = await openProvider(db(), tenantId, 'staff', {
      domains: ['acme.test'],
      groupMap: { Finance: 'alltasks', Chiefs: 'admin' },
    });
    other = await openProvider(db(), tenantId, 'second', { domains: ['acme.test'] });
  });
  after(() => {
    provider.close();
    other.close();
  });

  const verifier = () =>
    createTokenVerifier({
      db: db(),
      publicUrl: PUBLIC_URL,
      masterKey: MASTER_KEY,
      clock: () => clock.now,
      log: { warn: ((what: object) => warned.push(what)) as never },
    });
  const person = (name: string) =>
    createPerson(db(), { tenantId, username: `${name}.acme`, name, email: `${name}@acme.test`, emailVerified: true });
  const tokenOf = (subject: string, name: string, claims = {}, from = provider) =>
    from.token(subject, clock.now.getTime(), { email: `${name}@acme.test`, email_verified: true, ...claims });
  const subjectsOf = async (userId: string) => {
    const { rows } = await db().signinTransaction((tx) =>
      sql<{
        subject: string;
      }>`SELECT subject FROM user_identity WHERE user_id = ${userId}::uuid AND issuer = ${provider.issuer}
        ORDER BY subject`.execute(tx),
    );
    return rows.map(({ subject }) => subject);
  };
  const refusals = async (userId: string) => {
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{
        after: unknown;
      }>`SELECT after FROM audit_log WHERE verb = 'link-refused' AND subject_id = ${userId}::uuid ORDER BY id`.execute(
        tx,
      ),
    );
    return rows.map((row) => row.after);
  };

  once(
    'SEC-04 LOG-22 (109) a second account of the provider with the address of a linked user is refused, audited once an hour and logged',
    async () => {
      const { userId } = await person('kati');
      assert.equal((await verifier().verify(await tokenOf('first', 'kati'), {})).userId, userId);
      for (let again = 0; again < 3; again += 1) {
        await assert.rejects(verifier().verify(await tokenOf('thief', 'kati'), {}), LINKED);
      }
      assert.deepEqual(await subjectsOf(userId), ['first']);
      assert.deepEqual(await refusals(userId), [{ issuer: provider.issuer, subject: 'thief' }]);
      assert.equal(warned.length, 3);
      clock.pass(3_600_001);
      await assert.rejects(verifier().verify(await tokenOf('thief', 'kati'), {}), LINKED);
      assert.equal((await refusals(userId)).length, 2);
      assert.equal(
        (await verifier().verify(await tokenOf('first', 'kati'), {})).userId,
        userId,
        'the person comes in as before',
      );
      // Another provider of the organisation may vouch for the same user, also with one account only.
      assert.equal((await verifier().verify(await tokenOf('first', 'kati', {}, other), {})).userId, userId);
      await assert.rejects(verifier().verify(await tokenOf('thief', 'kati', {}, other), {}), LINKED);
    },
  );

  once('SEC-04 LOG-22 (109) after the administrator has removed the link, the new account is linked', async () => {
    const { userId } = await person('mari');
    await verifier().verify(await tokenOf('old', 'mari'), {});
    await db().signinTransaction((tx) => sql`DELETE FROM user_identity WHERE subject = 'old'`.execute(tx));
    assert.equal((await verifier().verify(await tokenOf('new', 'mari'), {})).userId, userId);
    await assert.rejects(verifier().verify(await tokenOf('old', 'mari'), {}), LINKED);
    assert.deepEqual(await subjectsOf(userId), ['new']);
  });

  test('SEC-04 LOG-22 (109) concurrent first sign-ins link one account, on any server', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId } = await person(`race${round}`);
      const tokens = await Promise.all(
        Array.from({ length: 8 }, (_, index) => tokenOf(`r${round}-${index % 4}`, `race${round}`)),
      );
      const outcomes = await Promise.allSettled(tokens.map((token) => verifier().verify(token, {})));
      assert.equal((await subjectsOf(userId)).length, 1);
      assert.deepEqual(
        outcomes.filter(({ status }) => status === 'fulfilled').length,
        2,
        'the one account, with both of its tokens',
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') assert.equal(outcome.reason.code, LINKED.code);
    }
  });

  test('LOG-22 LOG-23 (109) every way of linking refuses a second subject: the function, the table, and another organisation', async () => {
    const { userId, sub } = await person('jaan');
    const link = { issuer: provider.issuer, tenantId, userId };
    const linkTo = (subject: string) => db().signinTransaction((tx) => linkSubject(tx, { ...link, subject }));
    assert.deepEqual([await linkTo('one'), await linkTo('two'), await linkTo('one')], ['linked', 'taken', 'linked']);
    await assert.rejects(
      db().signinTransaction((tx) =>
        sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id) VALUES (${link.issuer}, 'two', ${tenantId}, ${userId}::uuid)`.execute(
          tx,
        ),
      ),
      { code: '23505', constraint: 'one_subject' },
    );
    const { tenantId: beta } = await createTenant(db(), { slug: 'beta', name: 'Beta' });
    const more = { sub, tenantId: beta, name: 'Jaan' };
    await addMembership(db(), { ...more, username: 'jaan.beta' });
    await assert.rejects(addMembership(db(), { ...more, username: 'jaan.again' }), LINKED);
    await assert.rejects(addMembership(db(), { ...more, sub: (await person('liis')).sub, username: 'jaan.beta' }), {
      code: '23505',
    });
    const { rows } = await db().tenantTransaction({ tenantId: beta, userId: null }, (tx) =>
      sql`SELECT username FROM app_user WHERE username LIKE 'jaan%'`.execute(tx),
    );
    assert.deepEqual(rows, [{ username: 'jaan.beta' }], 'a refused membership leaves no person');
  });

  test('ROLE-02 (110) group claims of a token issued before the newest one seen change nothing', async () => {
    // Earlier tests moved the clock: the database treats tokens from the future as those of a wrong clock.
    clock.now = new Date();
    const { userId } = await person('peeter');
    const at = clock.now.getTime();
    const token = (seconds: number, groups: string[]) =>
      provider.token('peeter', at + seconds * 1000, { email: 'peeter@acme.test', email_verified: true, groups });
    const groupsBy = async (text: string) => (await verifier().verify(text, {})).groups;
    const chief = await token(-600, ['Chiefs']);
    assert.deepEqual(await groupsBy(chief), ['admin']);
    assert.deepEqual(await groupsBy(await token(-300, ['Finance'])), ['alltasks']);
    assert.deepEqual(await groupsBy(chief), ['alltasks'], 'the kept token does not give the group back');
    assert.deepEqual(await groupsBy(await token(-300, [])), [], 'one of the same second counts');
    assert.deepEqual(await groupsBy(await token(-301, ['Chiefs'])), []);
    // Concurrently on several servers: the newest one wins.
    const newest = 30;
    const all = await Promise.all(
      Array.from({ length: newest }, (_, index) =>
        token(index - newest, index === newest - 1 ? ['Finance'] : ['Chiefs']),
      ),
    );
    await Promise.all(all.map(groupsBy));
    assert.deepEqual(await groupsBy(all.at(-1)!), ['alltasks']);
    assert.deepEqual(await groupsBy(all[0]!), ['alltasks']);
    assert.equal((await verifier().verify(chief, {})).userId, userId);
  });

  // Last, because it moves the clock by a day.
  once(
    'SEC-04 LOG-22 (109) each administrator gets one e-mail for each refused subject and day, in their language',
    async () => {
      const admin = (name: string, more: object) =>
        createPerson(db(), { tenantId, username: `${name}.acme`, name, groups: ['admin'], ...more });
      await admin('chief', { email: 'chief@acme.test', languageId: 'et' });
      await admin('boss', { email: 'boss@acme.test' });
      await admin('gone', { email: 'gone@acme.test', status: 'disabled' });
      await admin('mute', {});
      const handlers = new Map<string, JobHandler>();
      handleRefusedLinks({ handle: (name, one) => void handlers.set(name, one) }, { db: db() });
      /** Runs the waiting jobs, each twice: the messages must not depend on it. */
      const work = async () => {
        const { rows } = await db().systemTransaction((tx) =>
          sql<{ id: string; payload: { job: string } }>`UPDATE outbox SET sent_at = now()
          WHERE topic = 'job' AND sent_at IS NULL AND tenant_id = ${tenantId} RETURNING id, payload`.execute(tx),
        );
        for (const { id, payload } of rows) {
          const info = { id, tenantId, attempt: 1, signal: new AbortController().signal };
          for (let twice = 0; twice < 2; twice += 1) await handlers.get(payload.job)!(payload, info);
        }
      };
      const mails = async () =>
        (await takeEmails(db())).map(({ to, subject, languageId }) => `${languageId} ${to} ${subject}`).sort();
      await work();
      await takeEmails(db());

      await person('ivo');
      await verifier().verify(await tokenOf('ivo-1', 'ivo'), {});
      for (let again = 0; again < 3; again += 1) {
        await assert.rejects(verifier().verify(await tokenOf('ivo-2', 'ivo', { again }), {}), LINKED);
      }
      await work();
      assert.deepEqual(await mails(), [
        'en boss@acme.test A second account of a person was refused in Verva',
        'et chief@acme.test Verva keeldus ühe inimese teisest kontost',
      ]);
      await assert.rejects(verifier().verify(await tokenOf('ivo-2', 'ivo', { again: 3 }), {}), LINKED);
      await work();
      assert.deepEqual(await mails(), [], 'the same subject on the same day');
      await assert.rejects(verifier().verify(await tokenOf('ivo-3', 'ivo'), {}), LINKED);
      clock.pass(24 * 3_600_000);
      await assert.rejects(verifier().verify(await tokenOf('ivo-2', 'ivo'), {}), LINKED);
      await work();
      const [email] = await takeEmails(db());
      for (const part of [provider.issuer, 'Ivo', 'ivo.acme', 'ivo-3', 'npm run links']) {
        assert.ok(email!.text.toLowerCase().includes(part.toLowerCase()), part);
      }
    },
  );
});

for (const kind of kinds) {
  describe(`upgrading a database with two subjects of a user (${kind})`, () => {
    const openEmpty = async (): Promise<DatabaseHandle> =>
      kind === 'pglite'
        ? openDatabase({ dataDir: 'memory://' })
        : openDatabase({ databaseUrl: await freshDatabase({ migrated: false }) });

    test('SEC-04 LOG-22 (109) the start lists the users and stops; after one link is removed it continues', async () => {
      const db = await openEmpty();
      const before = migrations.filter(({ name }) => name < '0032-one-subject');
      for (const { name, sql: text } of before) {
        await db.ownerTransaction(async (tx) => {
          await sql.raw(text).execute(tx);
          await sql`INSERT INTO schema_migration (name) VALUES (${name})`.execute(tx);
        });
      }
      const { tenantId, userId } = await addTenant(db, 'acme');
      const link = (subject: string, user: string) =>
        db.signinTransaction((tx) =>
          sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id) VALUES ('https://idp.test', ${subject}, ${tenantId}, ${user}::uuid)`.execute(
            tx,
          ),
        );
      await db.signinTransaction((tx) =>
        sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs)
          VALUES ('https://idp.test', 'acme-staff', ${tenantId}, 'verva', 'https://idp.test/jwks', '{RS256}')`.execute(
          tx,
        ),
      );
      await link('right', userId);
      await link('thief', userId);
      await link('alone', uuid7());
      await assert.rejects(migrate(db), (error: Error) => {
        assert.match(error.message, new RegExp(`acme-staff \\(tenant ${tenantId}, person ${userId}\\): right, thief`));
        assert.match(error.message, /npm run links/);
        assert.doesNotMatch(error.message, /alone/);
        return true;
      });
      const found = await readSubjectLinks(db);
      assert.deepEqual(
        found.map(({ username, provider, subject }) => [username, provider, subject]),
        [
          ['acme.person', 'acme-staff', 'right'],
          ['acme.person', 'acme-staff', 'thief'],
        ],
      );
      assert.deepEqual(
        [await removeSubjectLink(db, 'acme-staff', 'thief'), await removeSubjectLink(db, 'acme-staff', 'thief')],
        [true, false],
      );
      assert.deepEqual(await readSubjectLinks(db), []);
      const { rows: audited } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
        sql`SELECT verb, subject_id FROM audit_log WHERE entity = 'user_identity'`.execute(tx),
      );
      assert.deepEqual(audited, [{ verb: 'link-removed', subject_id: userId }]);
      assert.equal((await migrate(db))[0], migrations[before.length]!.name);
      assert.equal((await readSubjectLinks(db, 'acme.person')).length, 1);
      const add = (subject: string, username = 'acme.person') =>
        addSubjectLink(db, { provider: 'acme-staff', subject, username });
      assert.deepEqual(
        [await add('right'), await add('thief'), await add('x', 'not.known')],
        ['linked', 'taken', 'no such person'],
      );
      await db.close();
    });
  });
}
