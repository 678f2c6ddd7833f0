import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const NOON = new Date('2026-11-18T10:00:00.000Z');

onDatabase('absences of a team', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let people: Record<'anna' | 'mart' | 'liis' | 'kadri' | 'juri' | 'chief' | 'stranger', Person>;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      anna: [],
      mart: [],
      liis: [],
      kadri: [],
      juri: [],
      chief: ['admin'],
      stranger: [],
    });
    people = tenant.people as typeof people;
    other = await createTestTenant(db(), 'beta', { boris: ['admin'] }, tenant);
    tenant.clock.now = NOON;
  });
  beforeEach(() =>
    tenant.transaction(async (tx) => {
      for (const table of [
        'held_action',
        'delegation',
        'user_manager',
        'user_department',
        'department_closure',
        'department',
      ])
        await sql`DELETE FROM ${sql.ref(table)}`.execute(tx);
      await sql`UPDATE app_user SET status = 'active'`.execute(tx);
    }),
  );

  async function add(who: Person, delegate: Person, startDate: string, endDate: string, more = {}): Promise<string> {
    const body = { delegateUserId: delegate.username, startDate, endDate, comment: 'Surgery', ...more };
    const added = await who.post('/api/identity/delegate/me', body);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    return added.body.id;
  }
  const manages = (manager: Person, of: Person, kind = 'line') =>
    tenant.transaction((tx) =>
      sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${of.userId}::uuid, ${manager.userId}::uuid, ${kind})`.execute(
        tx,
      ),
    );
  interface Shown {
    user: { name: string };
    periods: {
      id: string;
      startDate: string;
      endDate: string;
      delegate: { name: string };
      replaceVerva: boolean;
      gaps: unknown[];
      alternative: { name: string } | null;
    }[];
  }
  async function absences(who: Person, query = 'from=2026-11-18') {
    const { status, body } = await who.get(`/api/identity/absences?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { own: unknown[]; incoming: Shown[]; team: Shown[]; teamSize: number };
  }
  const names = async (who: Person, query?: string) => {
    const { teamSize, team } = await absences(who, query);
    return [teamSize, ...team.map(({ user }) => user.name)];
  };

  test('BEY-01 API-04 managers and heads of departments see who is away; others see nothing, comments stay private', async () => {
    const { anna, mart, liis, kadri, juri, chief, stranger } = people;
    await manages(anna, liis);
    await manages(anna, mart, 'functional');
    await tenant.transaction(async (tx) => {
      const id = async (code: string, parent: string | null, head: Person | null) => {
        const { rows } = await sql<{ id: string }>`INSERT INTO department (id, parent_id, code, name, manager_id)
          VALUES (gen_random_uuid(), ${parent}::uuid, ${code}, ${code}, ${head?.userId ?? null}::uuid) RETURNING id`.execute(
          tx,
        );
        return rows[0]!.id;
      };
      const port = await id('port', null, anna);
      const crane = await id('crane', port, null);
      await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
        VALUES (${port}::uuid, ${port}::uuid, 0), (${crane}::uuid, ${crane}::uuid, 0), (${port}::uuid, ${crane}::uuid, 1)`.execute(
        tx,
      );
      await sql`INSERT INTO user_department (user_id, department_id)
        VALUES (${kadri.userId}::uuid, ${crane}::uuid), (${anna.userId}::uuid, ${port}::uuid)`.execute(tx);
    });
    for (const who of [anna, liis, mart, kadri, juri]) await add(who, stranger, '2026-11-20', '2026-11-22');
    assert.deepEqual(await names(anna), [3, 'Kadri', 'Liis', 'Mart'], 'neither herself nor those of others');
    assert.doesNotMatch(JSON.stringify(await absences(anna)), /Surgery/);
    for (const who of [liis, stranger, chief]) assert.deepEqual(await names(who), [0]);
    assert.deepEqual(await names({ ...other.people.boris! }), [0], 'another organisation');
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${mart.userId}::uuid`.execute(tx),
    );
    assert.deepEqual(await names(anna), [2, 'Kadri', 'Liis']);
  });

  test('BEY-01 absences name the delegate, and the days on which the delegate is away, too', async () => {
    const { anna, mart, liis, stranger } = people;
    await manages(anna, liis);
    await add(liis, mart, '2026-11-20', '2026-11-29');
    await add(liis, mart, '2026-12-07', '2026-12-08', { replaceVerva: false });
    await add(mart, stranger, '2026-11-25', '2026-12-01');
    const { team: away } = await absences(anna);
    assert.deepEqual(
      away.map(({ user, periods }) => [
        user.name,
        ...periods.map(({ id: _id, delegate, ...one }) => ({ ...one, delegate: delegate.name })),
      ]),
      [
        [
          'Liis',
          {
            startDate: '2026-11-20',
            endDate: '2026-11-29',
            replaceVerva: true,
            gaps: [{ startDate: '2026-11-25', endDate: '2026-11-29' }],
            alternative: null,
            delegate: 'Mart',
          },
          {
            startDate: '2026-12-07',
            endDate: '2026-12-08',
            replaceVerva: false,
            gaps: [],
            alternative: null,
            delegate: 'Mart',
          },
        ],
      ],
    );
    assert.deepEqual(await names(anna, 'from=2026-11-30'), [1, 'Liis']);
    assert.deepEqual(await names(anna, 'from=2026-11-30&days=7'), [1]);
    assert.deepEqual(await names(anna, 'from=2026-11-29&days=1'), [1, 'Liis']);
    assert.deepEqual(await names(anna, 'from=9999-12-31&days=92'), [1]);
    assert.equal((await anna.get('/api/identity/absences')).status, 400);
    assert.equal((await anna.get('/api/identity/absences?from=2026-11-18&days=93')).status, 400);
  });

  test('BEY-01 API-04 managers and owners see who can cover the days to come without cover; the delegate does not', async () => {
    const { anna, mart, liis, kadri, stranger } = people;
    await manages(anna, liis);
    await add(liis, kadri, '2026-11-18', '2026-11-18');
    await add(liis, mart, '2026-11-20', '2026-11-29');
    await add(mart, stranger, '2026-11-25', '2026-12-01');
    const free = ({ periods }: Shown) => periods.map(({ alternative }) => alternative?.name ?? null);
    const shown = async (who: Person) => {
      const { own, incoming, team } = await absences(who);
      return [free({ user: { name: '' }, periods: own as Shown['periods'] }), incoming.map(free), team.map(free)];
    };
    assert.deepEqual(await shown(anna), [[], [], [[null, 'Kadri']]]);
    assert.deepEqual(await shown(liis), [[null, 'Kadri'], [], []]);
    assert.deepEqual(await shown(mart), [[null], [[null]], []]);
    tenant.clock.now = new Date('2026-11-29T22:30:00.000Z');
    try {
      // In the organisation's time zone the days without cover are over.
      assert.deepEqual(await shown(anna), [[], [], [[null, null]]]);
    } finally {
      tenant.clock.now = NOON;
    }
  });

  test('BEY-01 API-04 a delegate sees for whom they cover; a removed period is not shown', async () => {
    const { anna, mart, liis, chief } = people;
    const first = await add(anna, mart, '2026-11-20', '2026-11-22');
    await add(liis, mart, '2026-11-19', '2026-11-30');
    await add(anna, mart, '2026-10-01', '2026-10-02');
    const incoming = async (who: Person, path: string) => {
      const { status, body } = await who.get(`/api/identity/delegate/${path}`);
      return status === 200
        ? body.map(({ user, state }: { user: { name: string }; state: string }) => `${user.name} ${state}`)
        : status;
    };
    assert.deepEqual(await incoming(mart, 'me/incoming'), ['Liis coming', 'Anna coming']);
    assert.deepEqual(await incoming(mart, 'me/incoming?ended=true'), ['Anna ended', 'Liis coming', 'Anna coming']);
    assert.deepEqual(await incoming(anna, 'me/incoming'), []);
    assert.equal(await incoming(anna, 'mart.acme/incoming'), 404);
    assert.deepEqual(await incoming(chief, 'mart.acme/incoming'), ['Liis coming', 'Anna coming']);
    const { own, incoming: covered, teamSize } = await absences(mart);
    assert.deepEqual(
      [own, covered.map(({ user, periods }) => [user.name, periods.length]), teamSize],
      [
        [],
        [
          ['Liis', 1],
          ['Anna', 1],
        ],
        0,
      ],
    );
    assert.deepEqual(
      (await absences(anna)).own.map((one) => (one as { id: string }).id),
      [first],
    );
    await anna.send('DELETE', `/api/identity/delegate/${first}`, undefined, { prefer: 'undo=10' });
    assert.deepEqual(await incoming(mart, 'me/incoming'), ['Liis coming']);
    assert.deepEqual((await absences(anna)).own, []);
  });
});
