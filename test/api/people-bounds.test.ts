import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { ERRORS } from '../../src/shared/contracts/errors.ts';
import { flows, script, start, task, xml } from '../processes/model.ts';
import { onDatabase } from '../support/databases.ts';
import { longestTurn, readAndWrite } from '../support/longest-turn.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../support/test-tenant.ts';

const repeated = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const words = (count: number) => repeated(count, (index) => `word${index}`).join(' ');
const label = { en: 'x' };
const form = (children: readonly unknown[]) => ({
  formatVersion: 1,
  id: 'f',
  title: label,
  root: { type: 'stack', id: 'r', children },
});
const loops = form([
  {
    type: 'section',
    id: 'a',
    children: repeated(100, (index) => numberField(index, 'count(for i in 1..40000 return i)')),
  },
]);
const table = form([
  { type: 'table', key: 't', label, maxRows: 1000, columns: repeated(20, (index) => numberField(index)) },
]);
const rows = (count: number) =>
  repeated(count, (row) => ({ rowId: `r${row}`, ...Object.fromEntries(repeated(20, (index) => [`k${index}`, row])) }));

function numberField(index: number, computed?: string): object {
  return { type: 'number', key: `k${index}`, label, ...(computed ? { computed } : {}) };
}

/** A process with one step that evaluates the maximum of FEEL. */
const HEAVY = xml(
  `${start()}${repeated(60, (index) => script(`x${index}`, 'count(for a in 1..200 return for b in 1..200 return a)', 'n')).join('')}${task('a')}${flows(
    `s>x0 ${repeated(59, (index) => `x${index}>x${index + 1}`).join(' ')} x59>a`,
  )}`,
);

interface Place {
  readonly otto: Person;
  readonly taskId: string;
}
type Attempt = readonly [what: string, code: string | undefined, send: (place: Place) => Promise<Reply>];

const inList = (count: number) => repeated(count, () => randomUUID().slice(0, 8)).join(',');
const put = (person: Person, path: string, body: unknown) =>
  person.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
const view = (definition: object) => ({ resource: 'tasks', name: randomUUID(), definition });
const definition = { filters: [], sort: 'due:asc', columns: ['name'] };
const mention = (count: number) => ({ text: words(2000), mentions: repeated(count, (index) => `user${index}`) });

/**
 * Requests of a user, an administrator or a model's author whose work grows with their size, with the code of the
 * refusal; without a code, the largest accepted request, which must still be processed in a short turn.
 */
const ATTEMPTS: readonly Attempt[] = [
  ['a search of thousands of words', 'filter.bad_value', ({ otto }) => otto.get(`/api/tasks?q=${'a+'.repeat(3000)}`)],
  ['a search of 100 words', undefined, ({ otto }) => otto.get(`/api/tasks?q=${'a+'.repeat(100)}`)],
  ['a search of wildcards', undefined, ({ otto }) => otto.get(`/api/tasks?q=${'%25_'.repeat(66)}`)],
  ['a search of quotes', undefined, ({ otto }) => otto.get(`/api/tasks?q=${encodeURIComponent('"\'\\'.repeat(60))}`)],
  ['a filter by 1,000 values', 'filter.bad_value', ({ otto }) => otto.get(`/api/tasks?name=in:${inList(1000)}`)],
  ['a filter by 200 values', undefined, ({ otto }) => otto.get(`/api/tasks?name=in:${inList(200)}`)],
  ['1,000 conditions', 'filter.too_many', ({ otto }) => otto.get(`/api/tasks?${'name=eq:x&'.repeat(1000)}`)],
  ['a filter by a long text', 'filter.bad_value', ({ otto }) => otto.get(`/api/tasks?name=like:${'%25'.repeat(501)}`)],
  [
    'a sort by 100 fields',
    'sort.unknown_field',
    ({ otto }) => otto.get(`/api/tasks?sort=${repeated(100, () => 'due:asc').join(',')}`),
  ],
  ['a page of 10,000', 'filter.bad_value', ({ otto }) => otto.get('/api/tasks?limit=10000')],
  ['a look-up of 1,000 people', 'filter.bad_value', ({ otto }) => otto.get(`/api/identity/users?ids=${inList(1000)}`)],
  [
    '100 tasks at once and one',
    'request.invalid',
    ({ otto }) => otto.post('/api/tasks', { taskIds: repeated(101, () => randomUUID()), action: { action: 'claim' } }),
  ],
  [
    'a mass action for 20,000 tasks',
    'mass.too_many',
    ({ otto }) =>
      otto.post('/api/mass-task-action/tasks', {
        taskIds: repeated(20_000, () => randomUUID()),
        action: { action: 'complete', outcome: 'ok' },
      }),
  ],
  ['21 mentions', 'request.invalid', ({ otto, taskId }) => otto.post(`/api/tasks/${taskId}/comments`, mention(21))],
  [
    'a comment of 2,000 words with 20 mentions',
    'comment.too_long',
    ({ otto, taskId }) => otto.post(`/api/tasks/${taskId}/comments`, mention(20)),
  ],
  [
    'a draft of 40,000 values',
    undefined,
    ({ otto, taskId }) => put(otto, `/api/tasks/${taskId}/draft`, { rev: 0, base: {}, values: { t: rows(1900) } }),
  ],
  [
    'a draft of 60,000 values',
    'request.too_many_values',
    ({ otto, taskId }) => put(otto, `/api/tasks/${taskId}/draft`, { rev: 0, base: {}, values: { t: rows(3000) } }),
  ],
  [
    'variables of 300 kB',
    'process.variables_too_large',
    ({ otto }) => otto.post('/api/processes/plain/start', { variables: { a: 'x'.repeat(300_000) } }),
  ],
  [
    'a message with variables of 300 kB',
    'process.variables_too_large',
    ({ otto }) => otto.post('/api/messages', { name: 'none', variables: { a: 'x'.repeat(300_000) } }),
  ],
  [
    'a message with a variable that no instance takes',
    'request.invalid',
    ({ otto }) => otto.post('/api/messages', { name: 'none', variables: { 'no name': 1 } }),
  ],
  [
    'a view with 1,000 conditions',
    'request.invalid',
    ({ otto }) =>
      otto.post(
        '/api/views',
        view({ ...definition, filters: repeated(1000, () => ({ column: 'name', operation: 'eq', value: 'x' })) }),
      ),
  ],
  [
    'a view with 900 widths',
    'view.unknown_column',
    ({ otto }) =>
      otto.post(
        '/api/views',
        view({ ...definition, widths: Object.fromEntries(repeated(900, (index) => [`c${index}`, 100])) }),
      ),
  ],
  ['a form of loops', 'content.too_complex', ({ otto }) => otto.post('/api/forms/check', { body: loops, values: {} })],
  [
    'a table of 1,000 rows',
    undefined,
    ({ otto }) => otto.post('/api/forms/check', { body: table, values: { t: rows(1000) } }),
  ],
  [
    'a table of 1,001 rows',
    'field.rows',
    ({ otto }) => otto.post('/api/forms/check', { body: table, values: { t: rows(1001) } }),
  ],
  [
    'a process of expressions',
    'feel.cost',
    async ({ otto }) => {
      const started = await otto.post('/api/processes/heavy/start', {});
      return otto.get(`/api/instances/${started.body.instanceId}`);
    },
  ],
  [
    'a model of 10,000 characters of FEEL',
    'process.refused',
    ({ otto }) =>
      otto.post('/api/processes/q/deploy', {
        xml: xml(`${start('s')}${script('x', `1${' + 1'.repeat(3000)}`)}${flows('s>x')}`),
      }),
  ],
  [
    'a model with entities',
    'process.unreadable',
    ({ otto }) =>
      otto.post('/api/processes/q/deploy', { xml: `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}">]>${xml(start())}` }),
  ],
  [
    'a model with 6,000 elements',
    'process.unreadable',
    ({ otto }) =>
      otto.post('/api/processes/q/deploy', {
        xml: xml(start() + repeated(6000, (index) => task(`t${index}`)).join('')),
      }),
  ],
];

onDatabase('what people send where work grows', (db) => {
  let testTenant: TestTenant;
  let place: Place;
  before(async () => {
    testTenant = await createTestTenant(db(), 'strait', { otto: ['verva.admin', 'admin'] });
    const otto = testTenant.people.otto!;
    for (const [key, model] of [
      ['plain', xml(`${start()}${task('a', 'verva:assignee="otto.strait"')}${flows('s>a')}`)],
      ['heavy', HEAVY],
    ] as const) {
      const { status, body } = await otto.post(`/api/processes/${key}/deploy`, {
        xml: model.replace('id="p"', `id="${key}"`),
      });
      assert.equal(status, 200, JSON.stringify(body));
    }
    const { body } = await otto.post('/api/processes/plain/start', {});
    place = { otto, taskId: body.firstTask };
  });

  test('API-05 a request whose work would grow is refused with a code, or takes a short turn', async () => {
    const usual = Math.max(readAndWrite(), readAndWrite(), readAndWrite());
    const faults: string[] = [];
    for (const [what, code, send] of ATTEMPTS) {
      const { result, longest } = await longestTurn(() => send(place));
      const text = JSON.stringify(result.body);
      const shown = `${what}: ${Math.round(longest)} ms, ${result.status} ${text.slice(0, 300)}`;
      const isRight =
        code === undefined ? result.status < 300 && !text.includes('too_complex') : text.includes(`"${code}"`);
      // Below 12 times the usual when this was written; without the bounds 60 times or more.
      if (!isRight || result.status >= 500 || longest > 30 * usual) faults.push(shown);
    }
    assert.deepEqual(faults, []);
  });
});

test('API-05 the bounds of what people send are documented with their codes', () => {
  const documented = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  for (const [what, code] of ATTEMPTS) {
    if (code !== undefined)
      assert.ok(documented.includes(`\`${code}\``), `docs/limits.md does not name ${code} (${what})`);
    if (code !== undefined && code !== 'feel.cost') assert.ok(Object.hasOwn(ERRORS, code), code);
  }
});
