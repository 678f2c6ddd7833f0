import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { takeEmails } from '../../../../../test/support/emails.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { Task } from '../../../../shared/contracts/tasks.contract.ts';
import { sendTaskMails } from '../../task-mails/index.ts';

const translated = (texts: string) => `<extensionElements>${texts}</extensionElements>`;
const ofProcess = translated(
  '<verva:translation lang="et" name="Puhkusetaotlus" shortName="Puhkus"/><verva:translation lang="ru" name="Заявка на отпуск"/>',
);
const approve = `<userTask id="approve" name="Approve leave" verva:assignee="=who" verva:taskName="=title">${translated(
  '<verva:translation lang="et" name="Kinnita puhkus"/><verva:translation lang="ru" name="Согласовать отпуск"/>',
)}</userTask>`;
const LEAVE = bpmn('leave', `${ofProcess}${sequence(start, approve, end)}`, 'verva:shortName="Leave"').replace(
  'name="leave"',
  'name="Leave request"',
);

const signing = `<userTask id="sign" name="Sign paper" verva:assignee="=who">${translated(
  '<verva:translation lang="et" name="Allkirjasta paber"/>',
)}</userTask>`;
const PAPER = bpmn('paper', sequence(start, signing, end)).replace('name="paper"', 'name="Paper"');

onDatabase('names of tasks and processes', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let jyri: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['admin'] });
    ann = tenant.people.ann!;
    await tenant.deploy(LEAVE);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = 'ann@acme.test', language_id = 'et' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const titles = ['Approve leave: Jüri Lepik', 'Approve leave', 'Approve leave early', 'Holiday: Jüri Lepik'];
    for (const title of titles) {
      const begun = await tenant.startInstance({
        key: 'leave',
        businessKey: null,
        variables: { who: ann.username, title },
      });
      if (title === titles[0]) jyri = begun.tasks[0]!.id;
    }
  });

  const speaking = async (language: string, path: string) => {
    const { status, body } = await ann.send('GET', path, undefined, { 'accept-language': language });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const namesOf = ({ name, process, step }: Task) => [name, step, process?.name, process?.shortName];

  for (const path of ['/api/tasks?sort=created:asc', '/api/tasks/all?sort=created:asc']) {
    test(`TSK-01 ${path} has names in the language of the request; other names stay as they are`, async () => {
      const names = async (language: string) => (await speaking(language, path)).items.map(namesOf);
      const et = ['Puhkusetaotlus', 'Puhkus'];
      assert.deepEqual(await names('et'), [
        ['Kinnita puhkus: Jüri Lepik', 'Kinnita puhkus', ...et],
        ['Kinnita puhkus', undefined, ...et],
        ['Approve leave early', undefined, ...et],
        ['Holiday: Jüri Lepik', undefined, ...et],
      ]);
      const [first] = await names('ru');
      assert.deepEqual(first, ['Согласовать отпуск: Jüri Lepik', 'Согласовать отпуск', 'Заявка на отпуск', 'Leave']);
      for (const language of ['en', 'zh']) {
        const [original] = await names(language);
        assert.deepEqual(original, ['Approve leave: Jüri Lepik', 'Approve leave', 'Leave request', 'Leave']);
      }
    });
  }

  test('TSK-01 an open task, the next one, its history and the choices of filters have the same names', async () => {
    const task = await speaking('et', `/api/tasks/${jyri}`);
    assert.deepEqual([task.name, task.process.name], ['Kinnita puhkus: Jüri Lepik', 'Puhkusetaotlus']);
    const next = await speaking('et', `/api/tasks/next/${jyri}?sort=created:asc`);
    assert.equal(next.task.name, 'Kinnita puhkus');
    const history = await speaking('et', `/api/tasks/${jyri}/history`);
    const [, created] = history;
    assert.deepEqual(created.node, { id: 'approve', name: 'Kinnita puhkus' });
    assert.deepEqual(
      (await speaking('et', '/api/processes')).map(({ name }: { name: string }) => name),
      ['Puhkusetaotlus'],
    );
  });

  test('BEY-27 FIL-03 lists and files are filtered by the names that the reader sees, and by what the task itself adds', async () => {
    await tenant.deploy(PAPER);
    await tenant.startInstance({ key: 'paper', businessKey: null, variables: { who: ann.username } });
    const jyri = 'Kinnita puhkus: Jüri Lepik';
    const found: [string, string[]][] = [
      ['name=like:kinnita', [jyri, 'Kinnita puhkus']],
      ['q=kinnita', [jyri, 'Kinnita puhkus']],
      ['name=like:puhkus%3A%20jü', [jyri]],
      ['name=startWith:kinnita%20puhkus%3A', [jyri]],
      ['name=eq:kinnita%20puhkus', ['Kinnita puhkus']],
      ['name=eq:kinnita%20puhkus%3A%20jüri%20lepik', [jyri]],
      ['name=endWith:puhkus', ['Kinnita puhkus']],
      ['name=like:lepik', [jyri, 'Holiday: Jüri Lepik']],
      ['name=like:paber', ['Allkirjasta paber']],
      ['name=nlike:kinnita', ['Approve leave early', 'Holiday: Jüri Lepik', 'Allkirjasta paber']],
      ['name=nlike:approve', [jyri, 'Kinnita puhkus', 'Holiday: Jüri Lepik', 'Allkirjasta paber']],
      ['name=neq:allkirjasta%20paber&name=nlike:kinnita', ['Approve leave early', 'Holiday: Jüri Lepik']],
      ['q=kinnita&name=like:jüri', [jyri]],
    ];
    for (const list of ['/api/tasks', '/api/tasks/all']) {
      for (const [query, names] of found) {
        const { items, total } = await speaking('et', `${list}?sort=created:asc&count=true&${query}`);
        assert.deepEqual([items.map(({ name }: Task) => name), total], [names, names.length], `${list}?${query}`);
      }
      const query = 'sort=created:asc&name=like:kinnita';
      const { body } = await ann.post('/api/downloads', { list, query, columns: ['name'] });
      const lines = String((await ann.get(body.url)).body)
        .trim()
        .split(/\r?\n/);
      assert.deepEqual(lines.slice(1), [jyri, 'Kinnita puhkus'], list);
    }
  });

  test('kinds of a mass action have names in the language of the request', async () => {
    const [kind] = await speaking('ru', '/api/mass-task-action/config');
    assert.deepEqual([kind.processName, kind.taskName], ['Заявка на отпуск', 'Согласовать отпуск']);
  });

  test('a file of tasks has names in the language of its user', async () => {
    for (const list of ['/api/tasks', '/api/tasks/all']) {
      const { status, body } = await ann.post('/api/downloads', {
        list,
        query: 'sort=created:asc',
        columns: ['name', 'process'],
      });
      assert.equal(status, 201, JSON.stringify(body));
      const file = await ann.get(body.url);
      assert.match(String(file.body), /\nKinnita puhkus: Jüri Lepik,Puhkusetaotlus\r?\n/, list);
    }
  });

  test('an e-mail has names in the language of its reader', async () => {
    await takeEmails(db());
    await sendTaskMails({
      db: db(),
      log: tenant.context.log,
      clock: tenant.context.clock,
      publicUrl: 'https://verva.test',
      masterKey: tenant.context.config.masterKey,
      gatherSeconds: 0,
    });
    const [mail] = await takeEmails(db());
    assert.match(mail!.text, /Kinnita puhkus: Jüri Lepik/);
    assert.match(mail!.text, /Puhkusetaotlus/);
    assert.doesNotMatch(mail!.text, /Approve leave: /);
  });
});
