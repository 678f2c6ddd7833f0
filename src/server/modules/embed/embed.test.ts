import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { addTenant, openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform, type Platform } from '../../../../test/support/platform.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { embed } from './index.ts';

describe('embedding information for other pages', () => {
  const INTRANET = 'https://intranet.example.org';
  let db: DatabaseHandle;
  let platform: Platform;
  const allowed = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await platform.app.inject({ url, headers });
    assert.equal(reply.statusCode, 200);
    return reply.json().allowed as boolean;
  };

  before(async () => {
    db = await openTestDatabase();
    const { tenantId } = await addTenant(db, 'norden');
    await addTenant(db, 'harbour');
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`INSERT INTO embed_origin (origin) VALUES (${INTRANET})`.execute(tx),
    );
    platform = await openPlatform(db);
    await embed(platform.app, platform.context);
  });
  after(async () => {
    await platform.app.close();
    await db.close();
  });

  test('EMB-04 an organisation allows the origins of its own list only', async () => {
    const ask = (tenant: string, origin: string) =>
      allowed(`/api/public/embed/${tenant}?origin=${encodeURIComponent(origin)}`);
    assert.equal(await ask('norden', INTRANET), true);
    for (const origin of [`${INTRANET}.evil.example`, 'http://intranet.example.org', `${INTRANET}/`, 'null', '%', '']) {
      assert.equal(await ask('norden', origin), false, origin);
    }
    assert.equal(await ask('harbour', INTRANET), false);
    for (const tenant of ['nobody', "x' OR 1=1", '..', '%00']) {
      const reply = await platform.app.inject({
        url: `/api/public/embed/${encodeURIComponent(tenant)}?origin=${INTRANET}`,
      });
      assert.notEqual(reply.json().allowed, true, tenant);
      assert.ok(reply.statusCode < 500, tenant);
    }
  });

  test('EMB-04 a page can check its own origin; an origin that is not allowed cannot read the response', async () => {
    assert.equal(await allowed('/api/public/embed/norden', { origin: INTRANET }), true);
    const reply = await platform.app.inject({
      url: '/api/public/embed/norden',
      headers: { origin: 'https://evil.test' },
    });
    assert.equal(reply.json().allowed, false);
    assert.equal(reply.headers['access-control-allow-origin'], undefined);
    assert.equal(await allowed('/api/public/embed/norden'), false);
  });

  test('EMB-04 a suspended organisation allows nothing', async () => {
    await db.systemTransaction((tx) => sql`UPDATE tenant SET status = 'suspended' WHERE slug = 'norden'`.execute(tx));
    assert.equal(await allowed('/api/public/embed/norden', { origin: INTRANET }), false);
  });
});
