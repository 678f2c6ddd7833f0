import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { addTenant, migratedDump, openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform } from '../../../../test/support/platform.ts';
import { type DatabaseHandle, openDatabase } from '../../platform/database.ts';
import { createPerson } from '../signin/index.ts';
import { createTenant } from '../tenants/index.ts';
import { demoOrganisations, loadDemo } from './index.ts';

describe('the demo', () => {
  let db: DatabaseHandle;
  before(async () => {
    db = await openTestDatabase();
  });
  after(() => db.close());

  test('is not loaded into an installation with other organisations, and lists no accounts that do not exist', async () => {
    await addTenant(db, 'receipt');
    const { app, context } = await openPlatform(db);
    const output: string[] = [];
    await loadDemo(context, (line) => output.push(line));
    assert.deepEqual(output, []);
    const tenants = await db.systemTransaction((tx) => tx.selectFrom('tenant').select('slug').execute());
    assert.deepEqual(tenants, [{ slug: 'receipt' }]);
    await app.close();
  });

  test('is recognised in a database by slug and accounts, also after an interrupted load; a slug alone is not enough', async () => {
    const { tenantId } = await createTenant(db, { slug: 'verva', name: 'A real provider' });
    assert.deepEqual(await demoOrganisations(db), []);
    await createPerson(db, { tenantId, username: 'grete.norden', name: 'Grete Norden' });
    assert.deepEqual(await demoOrganisations(db), ['verva']);
  });

  test('prevents a production server from starting unless it is allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verva-demo-'));
    const own = await openDatabase({ dataDir: folder, dump: await migratedDump() });
    const { tenantId } = await createTenant(own, { slug: 'verva', name: 'Verva' });
    await createPerson(own, { tenantId, username: 'grete.norden', name: 'Grete Norden' });
    await own.close();
    const start = (more: Record<string, string>) => {
      const env = {
        ...process.env,
        NODE_ENV: 'production',
        MASTER_KEY: 'a key of the tests, thirty-two bytes or more',
        METRICS_TOKEN: 'of the tests',
        DATA_DIR: folder,
        PORT: '0',
        HOST: '127.0.0.1',
        ...more,
      };
      return spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };
    const refused = start({});
    assert.match(await textOf(refused.stderr), /demo organisations \(verva\).*VERVA_ALLOW_DEMO_DATA=1/);
    assert.equal(refused.exitCode ?? (await once(refused, 'exit'))[0], 1);
    const allowed = start({ VERVA_ALLOW_DEMO_DATA: '1' });
    const exited = once(allowed, 'exit');
    for await (const line of createInterface(allowed.stdout)) if (line.startsWith('Verva: ')) allowed.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
    rmSync(folder, { recursive: true });
  });
});
