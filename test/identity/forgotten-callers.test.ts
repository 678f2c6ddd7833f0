import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { live } from '../../src/server/modules/live/index.ts';
import { followCallers } from '../../src/server/platform/auth/callers.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { testServer } from '../support/app.ts';
import { kinds, openTestDatabase } from '../support/databases.ts';
import { testClock } from '../support/identity.ts';
import { administrator, freshDatabase } from '../support/postgres.ts';
import { openProvider, type TestProvider } from '../support/provider.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const ORIGIN = 'https://intranet.example.org';

interface Server {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly url: string;
  stop(): Promise<void>;
}

for (const kind of kinds) {
  describe(`cached callers are dropped on every server (${kind})`, () => {
    // A stopped clock, so that the cache of 30 s never expires: only a notification can explain a refusal.
    const clock = testClock(new Date());
    let dbs: DatabaseHandle[];
    let url = '';
    let here: Server;
    let there: Server;
    let tenant: TestTenant;
    let provider: TestProvider;

    async function openServer(db: DatabaseHandle): Promise<Server> {
      const { app, context } = await testServer(db, clock);
      await live(app, context);
      await context.live.start();
      const stopFollowing = await followCallers(context);
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      return {
        app,
        context,
        url: address,
        async stop() {
          await context.live.stop();
          await stopFollowing();
          await app.close();
        },
      };
    }

    before(async () => {
      if (kind === 'postgres') {
        url = await freshDatabase();
        dbs = [await openDatabase({ databaseUrl: url }), await openDatabase({ databaseUrl: url })];
      } else {
        dbs = [await openTestDatabase(kind)];
      }
      here = await openServer(dbs[0]!);
      // The embedded database belongs to one process, where both names are the same server.
      there = dbs.length === 1 ? here : await openServer(dbs[1]!);
      tenant = await createTestTenant(dbs[0]!, 'norden', { root: ['admin'] }, { ...here, clock });
      provider = await openProvider(dbs[0]!, tenant.tenantId, 'staff', { domains: ['norden.test'] });
      assert.equal((await tenant.people.root!.post('/api/embed/origins', { origin: ORIGIN })).status, 201);
    });
    after(async () => {
      provider.close();
      for (const server of new Set([here, there])) await server.stop();
      for (const db of dbs) await db.close();
    });

    const db = () => dbs[0]!;
    let count = 0;

    /** Creates a user in a new organisation who is cached by the other server. */
    async function arrive(groups: readonly string[] = ['clerks']) {
      count += 1;
      const own = await createTestTenant(db(), `org-${count}`, { ann: groups, boss: ['admin'] }, { ...here, clock });
      const ann = own.people.ann!;
      const authorization = await ann.authorization();
      const seen = asked(there, '/api/session', { authorization });
      assert.equal((await seen()).status, 200);
      return { own, ann, authorization };
    }
    const asked = (server: Server, path: string, headers: Record<string, string>) => async () => {
      const reply = await fetch(server.url + path, { headers });
      return { status: reply.status, code: reply.status === 200 ? null : (await reply.json()).code };
    };
    const isRefused = (
      authorization: string,
      code = 'session.revoked',
      more: Record<string, string> = {},
      path = '/api/session',
    ) =>
      waitFor(asked(there, path, { authorization, ...more }), {
        status: code.startsWith('tenant.') || code === 'access.denied' ? 403 : 401,
        code,
      });
    /** Opens a stream at the other server; resolves when the server ends it. */
    async function stream(authorization: string, more: Record<string, string> = {}) {
      const reply = await fetch(`${there.url}/api/live`, { headers: { authorization, ...more } });
      assert.equal(reply.status, 200);
      const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = (await reader.read()).value ?? '';
      return {
        async ended() {
          for (;;) {
            const { value, done } = await reader.read();
            if (done) return text.includes('event: bye');
            text += value;
          }
        },
        close: () => reader.cancel(),
      };
    }
    const asTenant = (own: TestTenant, text: string) =>
      db().tenantTransaction({ tenantId: own.tenantId, userId: null }, (tx) => sql.raw(text).execute(tx));
    const asSignin = (text: string) => db().signinTransaction((tx) => sql.raw(text).execute(tx));
    const accountOf = (ann: Person) =>
      `sub::text = (SELECT subject FROM user_identity WHERE issuer = 'verva:identity' AND user_id = '${ann.userId}')`;

    const changes: Record<string, (who: { own: TestTenant; ann: Person }) => Promise<unknown>> = {
      'the person is disabled': ({ own, ann }) =>
        asTenant(own, `UPDATE app_user SET status = 'disabled' WHERE id = '${ann.userId}'`),
      'the account is disabled': ({ ann }) => asSignin(`UPDATE idn_user SET disabled = true WHERE ${accountOf(ann)}`),
      'the account waits for a reset': ({ ann }) =>
        asSignin(`UPDATE idn_user SET status = 'RESET_REQUIRED' WHERE ${accountOf(ann)}`),
      'the account is removed': ({ ann }) => asSignin(`DELETE FROM idn_user WHERE ${accountOf(ann)}`),
      'the session is revoked': ({ ann }) =>
        asSignin(
          `UPDATE idn_refresh SET revoked_at = now() WHERE user_sub IN (SELECT sub FROM idn_user WHERE ${accountOf(ann)})`,
        ),
      'an administrator deactivates the person': async ({ own, ann }) =>
        assert.equal((await own.people.boss!.send('DELETE', `/api/identity/users/${ann.username}`)).status, 204),
      'an administrator ends the session': async ({ own, ann }) => {
        const path = `/api/identity/users/${ann.username}/sessions`;
        const { sessions } = (await own.people.boss!.get(path)).body;
        assert.equal((await own.people.boss!.send('DELETE', `${path}/${sessions[0].id}`)).status, 204);
      },
      'an administrator ends all sessions': async ({ own, ann }) =>
        assert.equal((await own.people.boss!.post(`/api/identity/users/${ann.username}/sign-out`)).status, 200),
      'the person signs out everywhere': async ({ ann }) =>
        assert.equal((await ann.post('/api/logout-all')).status, 204),
    };
    for (const [name, change] of Object.entries(changes)) {
      test(`LOG-22 GRD-06 SEC-02 (111) ${name}: the other server refuses the token and ends the stream`, async () => {
        const who = await arrive();
        const open = await stream(who.authorization);
        await change(who);
        await isRefused(who.authorization);
        assert.equal(await open.ended(), true);
      });
    }

    test('ROLE-02 GRD-06 (111) an added or removed group takes effect on the other server; the stream continues', async () => {
      const { own, ann, authorization } = await arrive(['admin']);
      const clients = asked(there, '/api/embed/clients', { authorization });
      assert.equal((await clients()).status, 200);
      const open = await stream(authorization);
      await asTenant(own, `DELETE FROM group_member WHERE user_id = '${ann.userId}'`);
      await isRefused(authorization, 'access.denied', {}, '/api/embed/clients');
      await asTenant(own, `INSERT INTO group_member (group_id, user_id) VALUES ('admin', '${ann.userId}')`);
      await waitFor(clients, { status: 200, code: null });
      await asTenant(own, `UPDATE app_user SET status = 'disabled' WHERE id = '${ann.userId}'`);
      assert.equal(await open.ended(), true, 'it was still open');
    });

    test('GRD-06 (111) a suspended organisation is refused on the other server, another one is not', async () => {
      const [{ own, authorization }, other] = [await arrive(), await arrive()];
      const open = await stream(authorization);
      const stays = await stream(other.authorization);
      await db().systemTransaction((tx) =>
        sql`UPDATE tenant SET status = 'suspended' WHERE id = ${own.tenantId}`.execute(tx),
      );
      await isRefused(authorization, 'tenant.suspended');
      assert.equal(await open.ended(), true);
      assert.equal((await asked(there, '/api/session', { authorization: other.authorization })()).status, 200);
      await stays.close();
    });

    test('BEY-20 GRD-06 (111) closing an element session, and removing a client with all of them, takes effect on the other server', async () => {
      const root = tenant.people.root!;
      const { body: client } = await root.post('/api/embed/clients', {
        name: 'Intranet',
        scopes: ['inbox'],
        readersGroupId: null,
      });
      const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
      const session = async () => {
        const reply = await here.app.inject({
          method: 'POST',
          url: '/api/embed/sessions',
          headers: { authorization: basic },
          payload: { userId: root.username, scopes: ['inbox'], origin: ORIGIN },
        });
        assert.equal(reply.statusCode, 201, reply.body);
        const { id, token } = reply.json();
        const authorization = `Bearer ${token}`;
        assert.equal((await asked(there, '/api/tasks/count', { authorization, origin: ORIGIN })()).status, 200);
        return { id, authorization };
      };
      const [closed, removed] = [await session(), await session()];
      const open = await stream(closed.authorization, { origin: ORIGIN });
      const stays = await stream(removed.authorization, { origin: ORIGIN });
      await here.app.inject({
        method: 'DELETE',
        url: `/api/embed/sessions/${closed.id}`,
        headers: { authorization: basic },
      });
      await isRefused(closed.authorization, 'session.revoked', { origin: ORIGIN }, '/api/tasks/count');
      assert.equal(await open.ended(), true);
      assert.equal(
        (await asked(there, '/api/tasks/count', { authorization: removed.authorization, origin: ORIGIN })()).status,
        200,
      );
      await asTenant(tenant, `UPDATE embed_client SET disabled_at = now() WHERE id = '${client.id}'`);
      await isRefused(removed.authorization, 'session.revoked', { origin: ORIGIN }, '/api/tasks/count');
      assert.equal(await stays.ended(), true);
    });

    test('LOG-22 GRD-06 (111) removing a link to a provider, and a provider, takes effect on the other server', async () => {
      const signOn = async (name: string) => {
        await asTenant(
          tenant,
          `INSERT INTO app_user (username, name, email, email_key) VALUES ('${name}.sso', '${name}', '${name}@norden.test', '${name}@norden.test')`,
        );
        const token = await provider.token(name, clock.now.getTime(), {
          email: `${name}@norden.test`,
          email_verified: true,
        });
        const authorization = `Bearer ${token}`;
        assert.equal((await asked(there, '/api/session', { authorization })()).status, 200);
        return authorization;
      };
      const [kati, mari] = [await signOn('kati'), await signOn('mari')];
      await asTenant(tenant, `UPDATE app_user SET status = 'disabled' WHERE username = 'kati.sso'`);
      await isRefused(kati);
      const open = await stream(mari);
      await asSignin(
        `DELETE FROM user_identity WHERE issuer = '${provider.issuer}'; DELETE FROM tenant_issuers WHERE issuer = '${provider.issuer}'`,
      );
      await isRefused(mari, 'token.not_accepted');
      assert.equal(await open.ended(), true);
    });

    test('LOG-14 GRD-06 (111) disabling a provider takes effect on the other server, and so does enabling it', async () => {
      const guests = await openProvider(db(), tenant.tenantId, 'guests', { domains: ['guests.test'] });
      await asTenant(
        tenant,
        `INSERT INTO app_user (username, name, email, email_key) VALUES ('uku.sso', 'Uku', 'uku@guests.test', 'uku@guests.test')`,
      );
      const claims = { email: 'uku@guests.test', email_verified: true };
      const authorization = `Bearer ${await guests.token('uku', clock.now.getTime(), claims)}`;
      const seen = asked(there, '/api/session', { authorization });
      await waitFor(seen, { status: 200, code: null });
      const open = await stream(authorization);
      const set = (value: string) =>
        asSignin(`UPDATE tenant_issuers SET disabled_at = ${value} WHERE issuer = '${guests.issuer}'`);
      await set('now()');
      await isRefused(authorization, 'token.not_accepted');
      assert.equal(await open.ended(), true);
      await set('NULL');
      await waitFor(seen, { status: 200, code: null });
      guests.close();
    });

    if (kind === 'postgres') {
      test('GRD-06 (111) after a lost listener connection every cached caller is dropped', async () => {
        const { ann, authorization } = await arrive();
        const open = await stream(authorization);
        const admin = new URL(await administrator());
        admin.pathname = new URL(url).pathname;
        const client = new pg.Client({ connectionString: admin.href });
        await client.connect();
        // Without triggers nothing is notified, as with a broken listener connection.
        await client.query(
          `SET session_replication_role = replica; UPDATE app_user SET status = 'disabled' WHERE id = '${ann.userId}'`,
        );
        assert.equal((await asked(there, '/api/session', { authorization })()).status, 200, 'from memory');
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
        );
        await isRefused(authorization);
        assert.equal(await open.ended(), true);
        await client.end();
      });
    }
  });
}
