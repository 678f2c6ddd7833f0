import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { addTenant, forEachDatabase } from '../support/databases.ts';

/** Names in the confidential rows, which no query without a log may return. */
const MARKER = 'marker-4711';
const TABLES = [
  { table: 'hr_pay', kind: 'pay', column: 'name' },
  { table: 'hr_health_check', kind: 'health', column: 'restrictions' },
  { table: 'hr_document', kind: 'document', column: 'title' },
] as const;
type Kind = (typeof TABLES)[number]['kind'] | 'contract';

/** Ways to read rows of a table `t` with the text in `c`; a row is read if the result has any row. */
const FORMS: readonly (readonly [name: string, statement: (t: string, c: string) => string])[] = [
  ['select', (t, c) => `SELECT ${c} FROM ${t}`],
  ['star', (t) => `SELECT * FROM ${t}`],
  ['filter', (t, c) => `SELECT id FROM ${t} WHERE ${c} = '${MARKER}'`],
  ['join', (t, c) => `SELECT x.${c} FROM app_user u JOIN ${t} x ON x.user_id = u.id`],
  ['exists', (t) => `SELECT u.id FROM app_user u WHERE EXISTS (SELECT 1 FROM ${t} x WHERE x.user_id = u.id)`],
  ['in', (t) => `SELECT u.id FROM app_user u WHERE u.id IN (SELECT user_id FROM ${t})`],
  ['cte', (t, c) => `WITH x AS MATERIALIZED (SELECT * FROM ${t}) SELECT ${c} FROM x`],
  ['lateral', (t, c) => `SELECT x.${c} FROM app_user u, LATERAL (SELECT * FROM ${t} y WHERE y.user_id = u.id) x`],
  ['aggregate', (t) => `SELECT n FROM (SELECT count(*) AS n FROM ${t}) x WHERE n > 0`],
  ['grouped', (t, c) => `SELECT ${c}, count(*) FROM ${t} GROUP BY 1`],
  ['window', (t, c) => `SELECT ${c}, row_number() OVER (ORDER BY id) FROM ${t}`],
  ['distinct', (t, c) => `SELECT DISTINCT ${c} FROM ${t}`],
  ['union', (t, c) => `SELECT ${c} FROM ${t} UNION ALL SELECT ${c} FROM ${t}`],
  ['array', (t, c) => `SELECT a FROM (SELECT ARRAY(SELECT ${c}::text FROM ${t}) AS a) x WHERE a <> '{}'`],
  ['json', (t) => `SELECT j FROM (SELECT jsonb_agg(to_jsonb(x)) AS j FROM ${t} x) y WHERE j IS NOT NULL`],
  ['whole row', (t) => `SELECT x FROM ${t} x`],
  ['ordered', (t, c) => `SELECT ${c} FROM ${t} ORDER BY user_id, id LIMIT 5`],
  ['share', (t, c) => `SELECT ${c} FROM ${t} FOR SHARE`],
  ['update', (t, c) => `UPDATE ${t} SET version = version RETURNING ${c}`],
  [
    'insert from select',
    (t, c) => `INSERT INTO search_text (kind, id, body) SELECT 'stolen', uuid7(), ${c}::text FROM ${t} RETURNING body`,
  ],
];

interface Personnel {
  readonly tenantId: number;
  readonly mari: string;
  readonly others: Readonly<Record<string, string>>;
}

forEachDatabase('access log of HR', (db) => {
  let staff: Personnel;

  before(async () => {
    staff = await fillPersonnel(db());
  });

  const as = <T>(name: string, work: (tx: Tx) => Promise<T>) =>
    db().tenantTransaction({ tenantId: staff.tenantId, userId: staff.others[name] ?? staff.mari }, work);

  const log = (tx: Tx, kind: Kind, group: string, more: { viewer?: string; subject?: string; tx?: string } = {}) =>
    sql`INSERT INTO hr_access_log (viewer_id, subject_id, kind, as_group, reason, tx)
      VALUES (${more.viewer ?? sql`me()`}, ${more.subject ?? staff.mari}, ${kind}, ${group}, 'a test of the log',
        ${more.tx === undefined ? sql`pg_current_xact_id()` : sql`${more.tx}::text::xid8`})`.execute(tx);

  const count = async (tx: Tx, statement: string) => (await sql.raw(statement).execute(tx)).rows.length;

  test('HR-01 BEY-04 no form of query reads a confidential row without its log row', async () => {
    for (const { table, kind, column } of TABLES) {
      for (const [name, statement] of FORMS) {
        const text = statement(table, column);
        const attempts: readonly [string, (tx: Tx) => Promise<void>][] = [
          ['no log', async () => undefined],
          ['a log of another kind', async (tx) => void (await log(tx, 'contract', 'employee_management_admin'))],
          [
            'a log in a savepoint',
            async (tx) => {
              await sql`SAVEPOINT s`.execute(tx);
              await log(tx, kind, 'employee_management_admin');
              await sql`RELEASE SAVEPOINT s`.execute(tx);
            },
          ],
          [
            'a log that was taken back',
            async (tx) => {
              await sql`SAVEPOINT s`.execute(tx);
              await log(tx, kind, 'employee_management_admin');
              await sql`ROLLBACK TO SAVEPOINT s`.execute(tx);
            },
          ],
          ['a log as a manager', async (tx) => void (await log(tx, kind, 'manager'))],
          [
            'a log about another user',
            async (tx) => void (await log(tx, kind, 'employee_management_admin', { subject: staff.others.peeter! })),
          ],
        ];
        for (const [what, prepare] of attempts) {
          const found = await as('hr', async (tx) => {
            await prepare(tx);
            return count(tx, text);
          });
          assert.equal(found, 0, `${table}, ${name}, ${what}`);
        }
        // With the log of this transaction the same statement finds the row: it reads what it claims to read.
        const found = await as('hr', async (tx) => {
          await log(tx, kind, 'employee_management_admin');
          return count(tx, text);
        });
        assert.ok(found > 0, `${table}, ${name}, with a log`);
        // The next transaction sees nothing again.
        assert.equal(await as('hr', (tx) => count(tx, text)), 0, `${table}, ${name}, afterwards`);
      }
    }
  });

  test('HR-01 users read their own rows without a log, and nothing of others', async () => {
    for (const { table, column } of TABLES) {
      assert.equal(await as('mari', (tx) => count(tx, `SELECT ${column} FROM ${table}`)), 1, table);
      assert.equal(await as('peeter', (tx) => count(tx, `SELECT ${column} FROM ${table}`)), 0, table);
      // A server's own transaction has no person.
      const unattended = await db().tenantTransaction({ tenantId: staff.tenantId, userId: null }, (tx) =>
        count(tx, `SELECT ${column} FROM ${table}`),
      );
      assert.equal(unattended, 0, table);
    }
  });

  test('HR-01 ROLE-01 a log opens the kinds of the groups, and no others', async () => {
    const sees: Readonly<Record<string, readonly Kind[]>> = {
      hr: ['pay', 'health', 'document'],
      viewer: ['document'],
      finance: ['pay'],
      team: [],
      sizes: [],
      peeter: [],
    };
    for (const [name, kinds] of Object.entries(sees)) {
      for (const { table, kind, column } of TABLES) {
        const found = await as(name, async (tx) => {
          await log(tx, kind, groupOf(name) ?? 'task').catch(() => undefined);
          return count(tx, `SELECT ${column} FROM ${table}`);
        });
        assert.equal(found, kinds.includes(kind) ? 1 : 0, `${name}, ${table}`);
      }
    }
  });

  test('ROLE-02 HR-01 the setting decides whether administrators pass', async () => {
    const seen = (name: string, group: string) =>
      as(name, async (tx) => {
        await log(tx, 'pay', group);
        return count(tx, 'SELECT id FROM hr_pay');
      });
    const cases = [
      [undefined, 1, 1],
      ['false', 1, 1],
      ['"provider"', 1, 0],
      ['true', 0, 0],
      ['"anything"', 0, 0],
    ] as const;
    for (const [value, admin, provider] of cases) {
      await db().tenantTransaction({ tenantId: staff.tenantId, userId: null }, async (tx) => {
        await sql`DELETE FROM tenant_setting WHERE key = 'confidentialNeedsGroup'`.execute(tx);
        if (value !== undefined)
          await sql`INSERT INTO tenant_setting (key, value) VALUES ('confidentialNeedsGroup', ${value}::text::jsonb)`.execute(
            tx,
          );
      });
      assert.equal(await seen('admin', 'admin'), admin, `admin, ${value}`);
      assert.equal(await seen('provider', 'verva.admin'), provider, `verva.admin, ${value}`);
    }
    await db().tenantTransaction({ tenantId: staff.tenantId, userId: null }, (tx) =>
      sql`DELETE FROM tenant_setting WHERE key = 'confidentialNeedsGroup'`.execute(tx),
    );
  });

  test('HR-01 a log row names its writer, its transaction and a role that the writer has', async () => {
    const refused = async (code: string, work: (tx: Tx) => Promise<unknown>, name = 'hr') =>
      assert.rejects(as(name, work), (error: { code?: string }) => error.code === code);
    await refused('42501', (tx) => log(tx, 'pay', 'employee_management_admin', { viewer: staff.others.peeter! }));
    await refused('42501', (tx) => log(tx, 'pay', 'employee_management_admin', { tx: '7' }));
    await refused('42501', (tx) => log(tx, 'pay', 'finance_viewer'));
    await refused('42501', (tx) => log(tx, 'pay', 'employee_management_admin'), 'peeter');
    await refused('42501', (tx) => log(tx, 'pay', 'employee_management_admin', { subject: staff.others.hr! }));
    // Pay and health of others need a reason.
    await refused('23514', (tx) =>
      sql`INSERT INTO hr_access_log (subject_id, kind, as_group) VALUES (${staff.mari}::uuid, 'health', 'employee_management_admin')`.execute(
        tx,
      ),
    );
    await refused('42501', (tx) => sql`UPDATE hr_access_log SET reason = NULL`.execute(tx));
    await refused('42501', (tx) => sql`DELETE FROM hr_access_log`.execute(tx));
  });

  test('HR-01 the log is seen by the user concerned, the viewer and HR', async () => {
    await as('finance', (tx) => log(tx, 'pay', 'finance_viewer'));
    const seen = (name: string) =>
      as(name, (tx) => count(tx, `SELECT id FROM hr_access_log WHERE as_group = 'finance_viewer'`));
    assert.ok((await seen('mari')) > 0);
    assert.ok((await seen('finance')) > 0);
    assert.ok((await seen('hr')) > 0);
    for (const name of ['peeter', 'viewer', 'team', 'sizes']) assert.equal(await seen(name), 0, name);
  });

  test('HR-01 only HR changes confidential rows, never its own, and amounts stay', async () => {
    const change = (name: string, kind: Kind, statement: string) =>
      as(name, async (tx) => {
        await log(tx, kind, groupOf(name) ?? 'task').catch(() => undefined);
        return (await sql.raw(statement).execute(tx)).numAffectedRows;
      });
    assert.equal(await change('hr', 'pay', 'UPDATE hr_pay SET superseded_at = NULL'), 1n);
    assert.equal(await change('finance', 'pay', 'UPDATE hr_pay SET superseded_at = NULL'), 0n);
    assert.equal(
      await as('mari', async (tx) => (await sql`UPDATE hr_pay SET superseded_at = NULL`.execute(tx)).numAffectedRows),
      0n,
    );
    await assert.rejects(
      change('hr', 'pay', 'UPDATE hr_pay SET amount_minor = 1'),
      (error: { code?: string }) => error.code === '42501',
    );
    for (const table of ['hr_pay', 'hr_health_check', 'hr_document']) {
      await assert.rejects(
        change('hr', 'pay', `DELETE FROM ${table}`),
        (error: { code?: string }) => error.code === '42501',
        table,
      );
    }
    // HR may not add pay, checks or documents of HR's own.
    const contractId = uuid7();
    await as('hr', (tx) =>
      sql`INSERT INTO hr_contract (id, user_id, starts_on) VALUES (${contractId}::uuid, me(), '2026-01-01')`.execute(
        tx,
      ),
    );
    const own: readonly string[] = [
      `INSERT INTO hr_pay (user_id, contract_id, amount_minor, valid_from) VALUES (me(), '${contractId}', 1, '2026-01-01')`,
      `INSERT INTO hr_health_check (user_id, checked_on, decision) VALUES (me(), '2026-01-01', 'fit')`,
      `INSERT INTO hr_document (user_id, category, title, file_id) SELECT me(), 'Contract', 'x', id FROM file LIMIT 1`,
    ];
    for (const statement of own) {
      await assert.rejects(
        as('hr', (tx) => sql.raw(statement).execute(tx)),
        (error: { code?: string }) => error.code === '42501',
        statement,
      );
    }
    const photo = await as('peeter', (tx) =>
      sql`INSERT INTO hr_document (user_id, category, title, file_id) SELECT me(), 'Photo', 'x', id FROM file LIMIT 1`.execute(
        tx,
      ),
    );
    assert.equal(photo.numAffectedRows, 1n);
  });

  test('HR-01 a change of confidential rows is audited without its content', async () => {
    const { rows } = await as('admin', (tx) =>
      sql<{ entity: string; row: string }>`SELECT entity, concat(before, after) AS row FROM audit_log
        WHERE entity IN ('hr_pay', 'hr_health_check', 'hr_document')`.execute(tx),
    );
    assert.deepEqual([...new Set(rows.map(({ entity }) => entity))].sort(), [
      'hr_document',
      'hr_health_check',
      'hr_pay',
    ]);
    for (const { row } of rows) {
      for (const secret of [MARKER, '123456', 'fit_with_restrictions']) assert.ok(!row.includes(secret), row);
    }
  });

  test('HR-01 the shares of a dimension are 100 on each day, also where code forgets to check', async () => {
    const share = (rows: string) =>
      as('hr', async (tx) => {
        const contract = uuid7();
        await sql`INSERT INTO hr_contract (id, user_id, starts_on) VALUES (${contract}::uuid, ${staff.mari}::uuid, '2026-01-01')`.execute(
          tx,
        );
        await sql
          .raw(
            `INSERT INTO hr_contract_dimension (contract_id, dimension_id, value_id, share, valid_from, valid_until)
              SELECT '${contract}', v.dimension_id, v.id, x.share, x.f::date, x.u::date FROM (VALUES ${rows}) x(code, share, f, u)
                JOIN dimension_value v ON v.code = x.code`,
          )
          .execute(tx);
      });
    const refused = (rows: string, code: string) =>
      assert.rejects(share(rows), (error: { code?: string }) => error.code === code, rows);
    await share(
      `('a', 33.33, '2026-01-01', 'infinity'), ('b', 33.33, '2026-01-01', 'infinity'), ('c', 33.34, '2026-01-01', 'infinity')`,
    );
    await share(`('a', 100, '2026-01-01', '2026-02-28'), ('b', 100, '2026-03-01', 'infinity')`);
    await refused(`('a', 60, '2026-01-01', 'infinity'), ('b', 30, '2026-01-01', 'infinity')`, 'VA100');
    await refused(`('a', 100, '2026-01-01', '2026-03-01'), ('b', 100, '2026-03-01', 'infinity')`, 'VA100');
    await refused(`('a', 50, '2026-01-01', 'infinity'), ('a', 50, '2026-05-01', 'infinity')`, '23P01');
  });

  test('HR-01 direct and indirect reports are those of line managers, and circles end', async () => {
    const { rows } = await as('team', (tx) => sql<{ id: string }>`SELECT reports_of(me()) AS id`.execute(tx));
    assert.deepEqual(rows.map(({ id }) => id).sort(), [staff.mari, staff.others.hr!].sort());
  });
});

const GROUPS: Readonly<Record<string, string>> = {
  hr: 'employee_management_admin',
  viewer: 'employee_management_viewer',
  finance: 'finance_viewer',
  team: 'team_contract_viewer',
  sizes: 'clothes_sizes_admin',
  admin: 'admin',
  provider: 'verva.admin',
};
const groupOf = (name: string): string | undefined => GROUPS[name];

/** An organisation in which Mari has pay, a health check and a document. */
async function fillPersonnel(db: DatabaseHandle): Promise<Personnel> {
  const { tenantId, userId: mari } = await addTenant(db, 'office');
  const others = Object.fromEntries([...Object.keys(GROUPS), 'peeter'].map((name) => [name, uuid7()]));
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    for (const [name, id] of Object.entries(others)) {
      await tx
        .insertInto('app_user')
        .values({ id, username: `${name}.office`, name })
        .execute();
      const group = groupOf(name);
      if (group === undefined) continue;
      await tx.insertInto('app_group').values({ id: group, name: group }).execute();
      await tx.insertInto('group_member').values({ group_id: group, user_id: id }).execute();
    }
    // team leads hr, who leads Mari, who leads team; and by function Peeter.
    for (const [user, manager, kind] of [
      [others.hr, others.team, 'line'],
      [mari, others.hr, 'line'],
      [others.team, mari, 'line'],
      [others.peeter, others.team, 'functional'],
    ]) {
      await sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${user}::uuid, ${manager}::uuid, ${kind})`.execute(
        tx,
      );
    }
    const dimension = uuid7();
    await sql`INSERT INTO dimension (id, code, name) VALUES (${dimension}::uuid, 'centre', 'Centre')`.execute(tx);
    for (const code of ['a', 'b', 'c'])
      await sql`INSERT INTO dimension_value (dimension_id, code, name) VALUES (${dimension}::uuid, ${code}, ${code})`.execute(
        tx,
      );
  });
  await db.tenantTransaction({ tenantId, userId: others.hr! }, async (tx) => {
    const [contract, file] = [uuid7(), uuid7()];
    for (const kind of ['pay', 'health', 'document'])
      await sql`INSERT INTO hr_access_log (subject_id, kind, as_group, verb) VALUES (${mari}::uuid, ${kind}, 'employee_management_admin', 'change')`.execute(
        tx,
      );
    await sql`INSERT INTO hr_contract (id, user_id, starts_on) VALUES (${contract}::uuid, ${mari}::uuid, '2026-01-01')`.execute(
      tx,
    );
    await sql`INSERT INTO hr_pay (user_id, contract_id, kind, name, amount_minor, valid_from)
      VALUES (${mari}::uuid, ${contract}::uuid, 'addition', ${MARKER}, 123456, '2026-01-01')`.execute(tx);
    await sql`INSERT INTO hr_health_check (user_id, checked_on, decision, restrictions)
      VALUES (${mari}::uuid, '2026-01-01', 'fit_with_restrictions', ${MARKER})`.execute(tx);
    await sql`INSERT INTO file (id, sha256, size, media_type, confidential) VALUES (${file}::uuid, ${Buffer.alloc(32, 1)}, 1, 'application/pdf', 'hr')`.execute(
      tx,
    );
    await sql`INSERT INTO hr_document (user_id, category, title, file_id) VALUES (${mari}::uuid, 'Contract', ${MARKER}, ${file}::uuid)`.execute(
      tx,
    );
  });
  return { tenantId, mari, others };
}
