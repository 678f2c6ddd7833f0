import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { unpack } from '../../src/server/platform/content/unzip.ts';
import { onDatabase } from '../support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { configure } from './sample.ts';

const ROOT = join(import.meta.dirname, '../..');

onDatabase('the command for configuration files', (db) => {
  let tenant: TestTenant;
  let pia: Person;
  let url: string;
  let folder: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['chiefs'], pia: ['verva.admin', 'admin'] });
    pia = tenant.people.pia!;
    await configure(tenant, pia);
    url = await tenant.app.listen({ port: 0, host: '127.0.0.1' });
    folder = mkdtempSync(join(tmpdir(), 'verva-config-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await tenant?.app.close();
  });

  const run = async (...args: string[]) => {
    const token = (await pia.authorization()).replace('Bearer ', '');
    const env = { ...process.env, VERVA_URL: url, VERVA_TOKEN: token };
    return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
      execFile(
        process.execPath,
        [join(ROOT, 'scripts/config.ts'), ...args],
        { env, cwd: folder },
        (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
      );
    });
  };

  test('BEY-29 a file is exported, edited, planned, applied and rolled back by the command, whose exit code says what it found', async () => {
    const here = (path: string) => join(folder, path);
    assert.equal((await run('export')).code, 0);
    assert.match((await run('plan')).out, /^Plan [0-9a-f-]{36}: \d\d unchanged\n$/);
    for (const [path, bytes] of unpack(readFileSync(here('verva-config.zip')), () => assert.fail() as never).files) {
      mkdirSync(dirname(here(`config/${path}`)), { recursive: true });
      writeFileSync(here(`config/${path}`), bytes);
    }
    mkdirSync(here('config/.git'));
    writeFileSync(here('config/.git/HEAD'), 'x');
    assert.equal((await run('plan', '--dir', 'config')).code, 0);
    writeFileSync(here('config/groups/cooks.json'), '{"id": "cooks", "name": "Cooks"}');
    const planned = await run('plan', '--dir', 'config', '--out', 'plan.json', '--prune');
    assert.deepEqual([planned.code, planned.errors], [2, '']);
    assert.match(planned.out, /^add {6}groups\/cooks\nPlan .*: 1 add, \d\d unchanged\n$/);
    const applied = await run('apply', 'plan.json');
    assert.deepEqual([applied.code, applied.errors], [0, '']);
    const [, id] = /^Applied (\S+): 1 add/.exec(applied.out)!;
    writeFileSync(here('config/groups/cooks.json'), '{"id": "cooks", "name": "Bakers"}');
    const diff = await run('diff', '--dir', 'config', '--only', 'groups');
    assert.equal(diff.code, 2);
    assert.match(diff.out, /^change {3}groups\/cooks\n {2}\/name\n {2}- Cooks\n {2}\+ Bakers\n/);
    assert.equal((await run('apply', '--dir', 'config')).code, 1, 'a file is applied only with --yes');
    assert.equal((await run('apply', '--dir', 'config', '--yes')).code, 0);
    const conflict = await run('rollback', id!);
    assert.deepEqual([conflict.code, conflict.out.split('\n')[0]], [2, 'conflict groups/cooks at /']);
    assert.match((await run('rollback', id!, '--yes')).errors, /config\.conflict/);
    assert.equal((await run('rollback', id!, '--yes', '--take', 'file')).code, 0);
    assert.match((await run('plan')).out, /^Plan [0-9a-f-]{36}: \d\d unchanged\n$/);
  });

  test('BEY-29 a plan with faults and wrong arguments end with 1', async () => {
    writeFileSync(
      join(folder, 'config/case-types/parking.json'),
      '{"id":"parking","title":{"en":"P"},"process":"none"}',
    );
    const faulty = await run('plan', '--dir', 'config', '--overwrite');
    assert.equal(faulty.code, 1);
    assert.match(faulty.errors, /^\/case-types\/parking\/process: /m);
    for (const args of [['none'], ['apply'], ['rollback'], ['plan', '--file', 'missing.zip'], ['plan', '--wrong']]) {
      assert.equal((await run(...args)).code, 1, args.join(' '));
    }
    assert.match((await run('apply', 'none')).errors, /config\.not_found/);
  });
});
