import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { onDatabase } from '../support/databases.ts';

const PAGE = readFileSync(new URL('../../docs/identity-providers.md', import.meta.url), 'utf8');
/** Statements for providers run before those for links, which the page explains first. */
const blocks = [...PAGE.matchAll(/```sql\n(.*?)```/gs)]
  .map(([, text]) => text!)
  .toSorted((a, b) => Number(b.includes('INTO tenant_issuers')) - Number(a.includes('INTO tenant_issuers')));

onDatabase('the page about providers', (db) => {
  before(async () => {
    const { tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' });
    for (const username of ['kati.mets', 'anna.tamm']) await createPerson(db(), { tenantId, username, name: username });
  });

  test('LOG-14 LOG-22 the statements of docs/identity-providers.md work as described', async () => {
    assert.equal(blocks.length, 6);
    for (const block of blocks) {
      const statements = block.split(/;\n/).map((one) => one.trim());
      assert.deepEqual([statements[0], statements.at(-2)], ['BEGIN', 'COMMIT']);
      await db().ownerTransaction(async (tx) => {
        for (const statement of statements.slice(1, -2)) {
          const { numAffectedRows } = await sql.raw(statement).execute(tx);
          if (statement.startsWith('INSERT')) assert.equal(numAffectedRows, 1n, statement);
        }
      });
    }
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ name: string; tenant: string | null }>`SELECT p.idp_name AS name, t.slug AS tenant FROM tenant_issuers p
        LEFT JOIN tenant t ON t.id = p.tenant_id WHERE p.issuer LIKE 'https:%' ORDER BY p.idp_name`.execute(tx),
    );
    assert.deepEqual(rows, [
      { name: 'acme', tenant: 'acme' },
      { name: 'acme-entra', tenant: 'acme' },
      { name: 'acme-google', tenant: 'acme' },
      { name: 'acme-saml', tenant: 'acme' },
      { name: 'cognito', tenant: null },
    ]);
  });
});
