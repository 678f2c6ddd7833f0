import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Endpoint } from '../../src/shared/contracts/endpoint.ts';
import { onDatabase } from '../support/databases.ts';
import { longestTurn, readAndWrite } from '../support/longest-turn.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { zipOf } from '../support/zip.ts';

const CONTRACTS = new URL('../../src/shared/contracts/', import.meta.url);
/** Limit of all other routes: this much JSON is parsed in a few milliseconds. */
const ORDINARY = 1_048_576;

/** Returns the endpoints that accept more than ordinary JSON. */
async function largeEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACTS).filter((name) => name.endsWith('.contract.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACTS).href)));
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
  return modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter(isEndpoint)
    .filter(
      ({ bodyLimit = 0, consumes = [] }) => bodyLimit > ORDINARY || consumes.some((one) => !one.endsWith('/json')),
    );
}

const repeated = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const BPMN = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><process id="p" isExecutable="true"><startEvent id="s"/>${inside}</process></definitions>`;
const field = (index: number, more: object = {}) => ({ key: `k${index}`, type: 'text', label: { en: 'a' }, ...more });
const form = (children: readonly unknown[]) => ({
  formatVersion: 1,
  id: 'f',
  title: { en: 'x' },
  root: { type: 'stack', id: 'r', children },
});
const wide = form(
  repeated(150, (part) => ({
    type: 'section',
    id: `s${part}`,
    children: repeated(100, (index) =>
      field(part * 100 + index, { computed: `k${(part * 100 + index + 1) % 15_000} + "x"` }),
    ),
  })),
);
/** Tables whose columns depend on each other in one chain. */
const chained = form(
  repeated(3, (part) => ({
    type: 'section',
    id: `s${part}`,
    children: repeated(120, (place) => {
      const table = part * 120 + place;
      const columns = repeated(20, (index) => {
        const next = table * 20 + index + 1;
        return { ...field(index), type: 'number', computed: `sum(t${Math.floor(next / 20)}.k${next % 20})` };
      });
      return { type: 'table', key: `t${table}`, label: { en: 'a' }, columns };
    }),
  })),
);
const formatting = repeated(120, (index) => `<b title="${index}">`).join('');
const zipBomb = zipOf({ 'a.md': Buffer.alloc(40 * 1024 * 1024, '> ') }, { isPacked: true });
const manyEntries = zipOf(Object.fromEntries(repeated(20_000, (index) => [`${index}.txt`, ''])), { isPacked: true });

const manifest = JSON.stringify({ format: 1, line: randomUUID(), kinds: ['groups', 'forms'] });
const configuration = (files: Readonly<Record<string, string>>) =>
  ['application/zip', zipOf({ 'verva.json': manifest, ...files })] as const;

type Sent =
  | { readonly json: unknown }
  | { readonly file: readonly [name: string, content: Buffer] }
  | { readonly raw: readonly [type: string, content: Buffer] };

/** The most expensive input of each endpoint, by method and path. */
const HOSTILE: Readonly<Record<string, readonly Sent[]>> = {
  'POST /api/manuals/import': [
    { file: ['bomb.zip', zipBomb] },
    { file: ['quotes.md', Buffer.from('>'.repeat(2000))] },
    { file: ['emphasis.md', Buffer.from('a **a *a '.repeat(20_000))] },
  ],
  'PUT /api/manuals/{id}/versions/{number}/texts/{languageId}': [
    { json: { title: 'A', html: formatting + '<p>x'.repeat(90_000) } },
    { json: { title: 'A', html: '<p>'.repeat(1_300_000) } },
    { json: { title: 'A', html: '&amp;'.repeat(790_000) } },
  ],
  'POST /api/processes/{key}/deploy': [
    { json: { xml: BPMN('<task id="a"/>'.repeat(20_000)) } },
    { json: { xml: BPMN(`<task id="a" ${repeated(60_000, (index) => `a${index}=""`).join(' ')}/>`) } },
  ],
  'POST /api/forms': [{ json: { id: 'f', body: wide } }],
  'PUT /api/forms/{id}': [{ json: { body: wide } }],
  'POST /api/forms/check': [
    { json: { body: wide, values: {} } },
    { json: { body: chained, values: {} } },
    { json: { body: { ...wide, ...Object.fromEntries(repeated(90_000, (index) => [`q${index}`, 1])) } } },
  ],
  'POST /api/dropdowns/{dropdownId}/options/import': [
    { json: { options: repeated(40_000, (index) => ({ id: `i${index}`, defaultText: 'x', texts: { zz: 'x' } })) } },
  ],
  'POST /api/departments/sync': [
    {
      json: { departments: repeated(5000, (index) => ({ code: `d${index}`, name: 'x', parentCode: `d${index + 1}` })) },
    },
    { json: { departments: repeated(5000, (index) => ({ code: `d${index}`, name: 'x', manager: `m${index}` })) } },
  ],
  'POST /api/i18n/translations/import': [
    {
      json: {
        texts: Object.fromEntries(
          repeated(19_000, (index) => [`k${index}`, { en: `{a, plural, ${'one {'.repeat(20)}` }]),
        ),
      },
    },
    { json: { texts: { 'common.save': { en: '{a, plural, other {'.repeat(100) } } } },
  ],
  'POST /api/attachments/{id}': [
    { json: { fileName: 'a.docx', content: manyEntries.toString('base64').repeat(10).slice(0, 20_000_000) } },
    { file: ['a.docx', manyEntries] },
  ],
  'POST /api/hr/{userId}/documents': [
    { json: { category: 'Photo', fileName: 'a.docx', data: manyEntries.toString('base64') } },
    { file: ['a.docx', manyEntries] },
  ],
  'POST /api/tasks/{id}': [{ file: ['a.docx', manyEntries] }],
  'POST /api/manuals/{id}/versions/{number}/texts/{languageId}/attachments': [{ file: ['a.docx', manyEntries] }],
  'POST /api/manuals/{id}/images': [
    { file: ['a.jpg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe00002'.repeat(2_000_000), 'hex')])] },
  ],
  'POST /api/identity/users/sync': [
    { json: { users: repeated(20_000, () => ({ id: 'x', groups: ['a'] })), dryRun: true } },
  ],
  'POST /api/public/users/sync': [{ json: { users: repeated(20_000, () => ({ id: 'x', groups: ['a'] })) } }],
  'POST /api/config/plan': [
    { raw: ['application/zip', zipBomb] },
    {
      raw: configuration(Object.fromEntries(repeated(2900, (index) => [`groups/g${index}.json`, '{"id":"x","id":1}']))),
    },
    { raw: configuration({ 'forms/f.json': JSON.stringify({ id: 'f', body: wide }) }) },
    { raw: configuration({ 'forms/f.json': `{"id":"f","body":[${'[1],'.repeat(700_000)}1]}` }) },
  ],
  'POST /api/records/{resource}/import': [
    { raw: ['text/csv', Buffer.from(`username\n${'"'.repeat(8_000_000)}`)] },
    { raw: ['text/csv', Buffer.from(`username,name\n${`${'x,'.repeat(100)}\n`.repeat(19_999)}`)] },
    { raw: ['text/csv', Buffer.from(`username${',,'.repeat(4_000_000)}`)] },
  ],
  'PUT /api/identity/users/{userId}/avatar': [
    {
      raw: ['image/jpeg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe00002'.repeat(200_000), 'hex')])],
    },
  ],
  'PUT /api/companies/{id}/logo': [
    { raw: ['image/jpeg', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.from('ffe00002'.repeat(60_000), 'hex')])] },
  ],
  'PUT /api/tenants/{tenantId}/logo': [' onload', '<script', 'url( ', 'href= ', '<![CDATA[', '\n\t ', '&amp;'].map(
    (text) => {
      const open = '<svg xmlns="http://www.w3.org/2000/svg">';
      return { raw: ['image/svg+xml', Buffer.from(open + text.repeat(Math.floor(60_000 / text.length)))] as const };
    },
  ),
  'POST /api/public/notifications/unsubscribe/{token}': [
    { raw: ['application/x-www-form-urlencoded', Buffer.alloc(1_000_000, 'a=b&')] },
  ],
};

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

test('each route with a large JSON limit is tested with hostile content and listed among the bounds', async () => {
  const keys = (await largeEndpoints()).map(keyOf);
  assert.deepEqual(keys.toSorted(), Object.keys(HOSTILE).toSorted());
  const documented = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');
  for (const key of keys)
    assert.ok(documented.includes(`\`${key}\``), `docs/limits.md does not say what bounds ${key}`);
});

onDatabase('hostile content', (db) => {
  let tenant: TestTenant;
  let otto: Person;
  let place: Readonly<Record<string, string>>;
  before(async () => {
    tenant = await createTestTenant(db(), 'cape', { otto: ['verva.admin', 'admin', 'manualsgroup'] });
    otto = tenant.people.otto!;
    await tenant.transaction((tx) =>
      tx
        .insertInto('language')
        .values([{ language_id: 'en', name: 'English', locale: 'en' }])
        .execute(),
    );
    const groupId = (await otto.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
    const { body } = await otto.post('/api/manuals', { code: 'a', groupId, fallbackLanguageId: 'en' });
    assert.ok(body.id, JSON.stringify(body));
    const dropdown = await otto.post('/api/dropdowns', { id: 'ports', name: { en: 'Ports' } });
    const company = await otto.post('/api/companies', { code: 'C', name: 'Company' });
    place = {
      id: body.id,
      companyId: company.body.id,
      number: '1',
      languageId: 'en',
      key: 'p',
      groupId,
      userId: otto.userId,
      token: 'x',
      resource: 'people',
      dropdownId: dropdown.body.id ?? 'ports',
      tenantId: 'cape',
    };
  });

  const send = ({ method, path }: Endpoint, sent: Sent) => {
    const url =
      path
        .replace('companies/{id}', 'companies/{companyId}')
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => place[name]!) +
      (path.endsWith('/manuals/import') ? `?groupId=${place.groupId}` : '');
    const key = { 'idempotency-key': randomUUID() };
    if ('json' in sent)
      return otto.send(method as 'POST', url, JSON.stringify(sent.json), {
        ...key,
        'content-type': 'application/json',
      });
    if ('raw' in sent) return otto.send(method as 'POST', url, sent.raw[1], { ...key, 'content-type': sent.raw[0] });
    const boundary = randomUUID();
    const [name, content] = sent.file;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return otto.send(method as 'POST', url, body, {
      ...key,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
  };

  test('no hostile content of a permitted size blocks the event loop', async () => {
    const usual = Math.max(readAndWrite(), readAndWrite(), readAndWrite());
    for (const endpoint of await largeEndpoints()) {
      for (const [index, sent] of HOSTILE[keyOf(endpoint)]!.entries()) {
        const { result, longest } = await longestTurn(() => send(endpoint, sent));
        const what = `${keyOf(endpoint)} [${index}]: ${Math.round(longest)} ms, status ${result.status}`;
        assert.ok(result.status < 500, what);
        // Below 3 times the usual when this was written; a fault is 20 times or more.
        assert.ok(longest < 10 * usual, `${what}; reading and writing 3 MB of JSON takes ${Math.round(usual)} ms`);
      }
    }
  });
});
