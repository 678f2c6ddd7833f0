import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { migratedDump } from '../../../test/support/databases.ts';
import { migrate, openDatabase } from './database.ts';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'verva-lock-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** Opens the lock in another process and prints the result. */
function inAnotherProcess(folder: string, then = ''): string {
  const module = new URL('./folder-lock.ts', import.meta.url).href;
  const script = `const { lockFolder } = await import('${module}');
    try { lockFolder(process.argv[1]); console.log('taken'); ${then} } catch (error) { console.log(error.name + ': ' + error.message); }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], { encoding: 'utf8' });
  return stdout.trim();
}

test('a folder in use is refused to a second process and to a second opener, in one line', () => {
  const folder = join(root, 'used');
  const unlock = lockFolder(folder);
  const answer = inAnotherProcess(folder);
  assert.match(answer, /^FolderLockedError: The data folder .* is used by another running Verva \(process \d+\)\./);
  assert.equal(answer.split('\n').length, 1);
  assert.throws(() => lockFolder(folder), FolderLockedError);
  unlock();
  assert.equal(inAnotherProcess(folder), 'taken');
});

test('the lock of a killed process is taken over, and nothing of it is left', () => {
  const folder = join(root, 'killed');
  assert.equal(inAnotherProcess(folder, "process.kill(process.pid, 'SIGKILL');"), 'taken');
  assert.ok(existsSync(join(folder, 'lock')));
  const unlock = lockFolder(folder);
  assert.match(readFileSync(join(folder, 'lock'), 'utf8'), new RegExp(`^${process.pid} `));
  assert.deepEqual(readdirSync(folder), ['lock']);
  unlock();
  assert.deepEqual(readdirSync(folder), []);
});

if (process.platform === 'linux') {
  test('a pid that the system has reused is not the owner', () => {
    const folder = join(root, 'reused');
    lockFolder(folder)();
    writeFileSync(join(folder, 'lock'), `${process.ppid} 1\n`);
    lockFolder(folder)();
    writeFileSync(join(folder, 'lock'), 'no number\n');
    lockFolder(folder)();
  });
}

test('the embedded database keeps what was committed and refuses a second opener', async () => {
  const folder = join(root, 'database');
  const first = await openDatabase({ dataDir: folder, dump: await migratedDump() });
  await assert.rejects(openDatabase({ dataDir: folder }), FolderLockedError);
  await first.systemTransaction((tx) => tx.insertInto('tenant').values({ slug: 'kept', name: 'Kept' }).execute());
  await first.close();
  const second = await openDatabase({ dataDir: folder });
  assert.deepEqual(await migrate(second), []);
  const tenants = await second.systemTransaction((tx) => tx.selectFrom('tenant').select('slug').execute());
  assert.deepEqual(
    tenants.map(({ slug }) => slug),
    ['kept'],
  );
  await second.close();
  assert.ok(!existsSync(join(folder, 'lock')));
});
