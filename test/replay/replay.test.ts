import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commonStart, readLog } from '../../scripts/replay/log.ts';
import { makeLog } from '../../scripts/replay/make-log.ts';
import { drawModel, uniqueIds } from '../../scripts/replay/model.ts';
import { compile } from '../../src/server/modules/processes/import/definition.ts';
import { migratedFolder } from '../support/databases.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';

const MAIN = join(import.meta.dirname, '../../scripts/replay/main.ts');
const LOG = join(import.meta.dirname, '../fixtures/small-log.csv');

const folder = mkdtempSync(join(tmpdir(), 'verva-replay-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function replay(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((done) => child.on('exit', (code) => done({ code, output })));
}

function logOf(...rows: string[]): Promise<Awaited<ReturnType<typeof readLog>>> {
  const file = join(folder, `${rows.length}-${Math.abs(rows.join().length)}.csv`);
  writeFileSync(file, ['case:concept:name,concept:name,org:resource,org:group,time:timestamp', ...rows].join('\n'));
  return readLog(file);
}

describe('a log', () => {
  test('the small log matches its generator', () => {
    assert.equal(readFileSync(LOG, 'utf8'), makeLog(1));
  });

  test('is parsed with quotes, time zones, and events in order of time', async () => {
    const log = await logOf(
      '"c1","Ask, please",Bo,EMPTY,2011-10-11 13:45:40.276000+02:00',
      'c1,"Say ""yes""",Al,Desk,2011-10-11 10:00:00+02:00',
      'c0,Ask  twice,Al,Desk,2011-10-11T07:00:00Z',
    );
    assert.deepEqual(
      log.cases.map(({ id, events }) => [id, events.map(({ task }) => task)]),
      [
        ['c0', ['Ask twice']],
        ['c1', ['Say "yes"', 'Ask, please']],
      ],
    );
    assert.equal(log.cases[1]!.events[1]!.at, Date.UTC(2011, 9, 11, 11, 45, 40, 276));
    assert.equal(log.cases[1]!.events[1]!.group, null);
    assert.deepEqual(log.groups, ['Desk']);
  });

  test('that lacks a column is refused with the name of the column', async () => {
    const file = join(folder, 'lacking.csv');
    writeFileSync(file, 'case:concept:name,concept:name,time:timestamp\n');
    await assert.rejects(readLog(file), /org:resource/);
  });

  test('is converted to an executable model: the common first task, then the others in any order', async () => {
    const log = await readLog(LOG);
    const model = drawModel(log, 'small', 'Small & "quoted"');
    const compiled = await compile(model.xml);
    assert.ok(!('problems' in compiled), JSON.stringify(compiled));
    assert.equal(model.start, 'Receive application');
    for (const task of log.tasks) assert.match(model.xml, new RegExp(`bpmnElement="${model.nodes.get(task)}"`));
  });

  test('without a common first task offers all tasks', async () => {
    const log = await logOf('c1,A,Bo,,2011-01-01', 'c1,B,Bo,,2011-01-02', 'c2,B,Bo,,2011-01-03');
    assert.equal(commonStart(log), null);
    assert.equal(drawModel(log, 'k', 'k').start, null);
  });

  test('similar names get different ids', () => {
    const ids = uniqueIds(['Ä b', 'a-b', 'A B', '办'], 't_', '_').map(([, id]) => id);
    assert.equal(new Set(ids).size, 4);
    for (const id of ids) assert.match(id, /^t_[a-z0-9_]+$/);
  });
});

describe('the replay', () => {
  test('TSK-08 TSK-18 every replayed case equals its log, on the embedded database', async () => {
    const dataDir = join(folder, 'embedded');
    await migratedFolder(dataDir);
    const { code, output } = await replay(LOG, '--twice', '--data-dir', dataDir);
    assert.equal(code, 0, output);
    assert.match(output, /49 had the same response, 49 refused with task.already_completed/);
    assert.match(output, /^16 of 16 cases equal$/m);
  });

  if (hasPostgres) {
    test('TSK-18 BEY-06 no task is lost or duplicated with two servers, one of which is killed, duplicate requests and undos', async () => {
      const url = await freshDatabase();
      const { code, output } = await replay(
        LOG,
        '--twice',
        '--undo',
        '--servers',
        '2',
        '--kill',
        '2',
        '--database-url',
        url,
      );
      assert.equal(code, 0, output);
      assert.match(output, /killed 2 times/);
      assert.match(output, /deferred: [1-9]\d* undone and repeated, [1-9]\d* executed by the server/);
      assert.match(output, /^16 of 16 cases equal$/m);
    });

    test('DEL-10 BEY-02 cases after the cut-off date stay open; a delegation transfers their tasks and returns them', async () => {
      const url = await freshDatabase();
      const until = '2025-03-07T12:00:00Z';
      const { code, output } = await replay(LOG, '--until', until, '--delegate', '--database-url', url);
      assert.equal(code, 0, output);
      const { cases } = await readLog(LOG);
      const begun = cases.filter(({ events }) => events[0]!.at <= Date.parse(until));
      const open = begun.filter(({ events }) => events.at(-1)!.at > Date.parse(until)).length;
      assert.ok(open > 1 && open < begun.length);
      assert.match(output, new RegExp(`^${open} cases remain open$`, 'm'));
      assert.match(output, new RegExp(`^${begun.length} of ${begun.length} cases equal$`, 'm'));
      assert.match(output, /^delegation: [1-9]\d* tasks moved, [1-9]\d* done by \S+ for \S+, \d+ handed back$/m);
      assert.match(output, /^Sign in as \S+ with \S+/m);
    });
  }

  test('an invalid command line is explained', async () => {
    const { code, output } = await replay(LOG, '--people', 'many');
    assert.equal(code, 2);
    assert.match(output, /--people must be a whole number/);
  });
});
