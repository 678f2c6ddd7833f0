import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../../test/support/wait-for.ts';
import { LANGUAGES, LOCALES } from '../../../../shared/contracts/constants.ts';
import type { Task } from '../../../../shared/contracts/tasks.contract.ts';

/** By key; their Estonian names have another order. */
const PROCESSES = [
  ['alpha', 'Zebra'],
  ['beta', 'Töö'],
  ['gamma', 'Arve'],
  ['omega', 'Leping'],
] as const;
const TASKS_EACH = 3;

onDatabase('the order of processes in an inbox', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let pia: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], pia: ['verva.admin'] });
    ({ ann, pia } = tenant.people as Record<'ann' | 'pia', Person>);
    const languages = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: LOCALES[id] }));
    await tenant.transaction((tx) => tx.insertInto('language').values(languages).execute());
    for (const [key] of PROCESSES) {
      await tenant.deploy(bpmn(key, sequence(start, userTask('check', 'verva:candidateGroups="clerks"'), end)));
      for (let index = 0; index < TASKS_EACH; index += 1) {
        await tenant.startInstance({ key, businessKey: `${key}-${index}`, variables: {} });
      }
    }
  });

  const translate = async (...names: (readonly [string, string])[]) => {
    const body = names.map(([owner, text]) => ({
      ...{ kind: 'processes', owner, part: 'process', languageId: 'et', text },
    }));
    const headers = { 'content-type': 'application/json' };
    const { status } = await pia.send('PUT', '/api/i18n/configuration', JSON.stringify(body), headers);
    assert.equal(status, 204);
  };
  const page = async (query: string, language = 'et') => {
    const headers = { 'accept-language': language };
    const { status, body } = await ann.send('GET', `/api/tasks?${query}`, undefined, headers);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { items: Task[]; next: string | null; previous: string | null };
  };
  const keysOf = (items: readonly Task[]) => [...new Set(items.map(({ process }) => process!.key))];
  const caseOf = ({ businessKey }: Task) => businessKey!;

  test('BEY-27 an inbox sorted by process follows the names that the reader sees', async () => {
    await translate(...PROCESSES);
    const wanted = ['gamma', 'omega', 'alpha', 'beta'];
    await waitFor(async () => keysOf((await page('sort=process&limit=200')).items), wanted);
    assert.deepEqual(keysOf((await page('sort=process:desc&limit=200')).items), wanted.toReversed());
    assert.deepEqual(keysOf((await page('sort=process&limit=200', 'en')).items), ['alpha', 'beta', 'gamma', 'omega']);
    const some = await page('sort=process&process=in:alpha,gamma&limit=200');
    assert.deepEqual(keysOf(some.items), ['gamma', 'alpha']);
    const { body } = await ann.post('/api/downloads', {
      list: '/api/tasks',
      query: 'sort=process',
      columns: ['taskKey'],
    });
    assert.equal(
      String((await ann.get(body.url)).body)
        .trim()
        .split(/\r?\n/).length,
      1 + PROCESSES.length * TASKS_EACH,
    );
  });

  for (const direction of ['asc', 'desc']) {
    test(`BEY-27 no task is on two pages or on none while a translation changes (${direction})`, async () => {
      await translate(...PROCESSES);
      const sort = `sort=process:${direction}&limit=2`;
      const first = direction === 'asc' ? 'gamma' : 'beta';
      await waitFor(async () => keysOf((await page(sort)).items), [first]);
      const whole = (await page(`sort=process:${direction}&limit=200`)).items.map(caseOf);
      const pages = [await page(sort)];
      while (pages.at(-1)!.next !== null) {
        if (pages.length === 2) {
          // The process whose tasks are read now moves to the other end, and a later one before those that were read.
          await translate(['gamma', 'Ääres'], ['beta', 'Aabits'], ['alpha', 'Aas'], ['omega', 'Üks']);
          await waitFor(async () => (await page('sort=created&limit=1')).items[0]?.process?.name, 'Aas');
        }
        pages.push(await page(`${sort}&after=${pages.at(-1)!.next}`));
      }
      assert.deepEqual(
        pages.flatMap(({ items }) => items.map(caseOf)),
        whole,
      );
      const back = await page(`${sort}&before=${pages.at(-1)!.previous}`);
      assert.deepEqual(back.items.map(caseOf), pages.at(-2)!.items.map(caseOf));
    });
  }
});
