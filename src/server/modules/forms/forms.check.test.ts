import assert from 'node:assert/strict';
import { test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import type { AppContext } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { sendProblem } from '../../platform/http/problems.ts';
import { forms } from './index.ts';

const BODY = {
  formatVersion: 1,
  id: 'purchase',
  title: { en: 'Purchase' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject' }, required: true },
      { type: 'number', key: 'qty', label: { en: 'Quantity', et: 'Kogus' }, max: 10 },
      { type: 'number', key: 'double', label: { en: 'Double' }, computed: 'qty * 2' },
      { type: 'date', key: 'by', label: { en: 'By' }, min: 'today' },
      { type: 'text', key: 'why', label: { en: 'Why' }, visible: { field: 'qty', op: 'gt', value: 5 } },
      { type: 'dropdown', key: 'centre', label: { en: 'Centre' }, source: { dropdownId: 'centres' } },
    ],
  },
  outcomes: [
    { id: 'approve', label: { en: 'Approve' } },
    { id: 'return', label: { en: 'Return' }, validate: false },
  ],
};

async function serverOf(db: DatabaseHandle, slug: string): Promise<FastifyInstance> {
  const { tenantId, userId } = await addTenant(db, slug);
  const session = (isProvider: boolean) => ({
    tenantId,
    tenantSlug: slug,
    timeZone: 'Europe/Tallinn',
    languageId: 'en',
    userId,
    username: 'somebody',
    name: 'Somebody',
    groups: [],
    isAdmin: true,
    isProvider,
    scopes: null,
  });
  const verifier = { verify: async (token: string) => session(token.startsWith('provider.')) };
  const clock = () => new Date('2026-11-21T10:00:00Z');
  const app = Fastify();
  app.setErrorHandler(sendProblem);
  await app.register(multipart);
  app.setValidatorCompiler(() => () => true);
  await forms(app, { db, clock, verifier, limit: () => undefined } as unknown as AppContext);
  return app;
}

onDatabase('the check of a form', (db) => {
  test('BEY-23 FRM-08 the author sees errors and computed values of the server, and nothing is saved', async () => {
    const app = await serverOf(db(), 'checked');
    const check = async (payload: object, who = 'provider') => {
      const headers = { authorization: `Bearer ${who}.a.b` };
      const reply = await app.inject({ method: 'POST', url: '/api/forms/check', payload, headers });
      return { status: reply.statusCode, body: reply.json() };
    };
    const good = await check({ body: BODY, values: { subject: 'Ropes', qty: 4, double: 99 } });
    assert.equal(good.status, 200);
    assert.deepEqual(good.body, {
      issues: [],
      submitted: { subject: 'Ropes', qty: 4, double: 8, by: null, centre: null },
    });

    const bad = await check({
      body: BODY,
      values: { qty: 12, by: '2026-11-20', centre: 'gone' },
      outcome: 'approve',
      languageId: 'et',
    });
    assert.deepEqual(
      bad.body.issues.map((issue: { pointer: string; code: string }) => [issue.pointer, issue.code]),
      [
        ['/values/centre', 'field.choice_unknown'],
        ['/values/subject', 'field.required'],
        ['/values/qty', 'field.number_range'],
        ['/values/by', 'field.date_range'],
      ],
    );
    assert.equal(bad.body.submitted, null);
    assert.match(bad.body.issues[1].title, /kohustuslik|täitke|Subject/i);

    const kept = {
      ...BODY,
      root: { ...BODY.root, children: [{ type: 'text', key: 'by', label: { en: 'By' }, readOnly: true }] },
    };
    const codes = async (more: object) => {
      const { issues } = (await check({ body: kept, values: { by: 'Ann' }, ...more })).body;
      return issues.map(({ code }: { code: string }) => code);
    };
    assert.deepEqual([await codes({}), await codes({ current: { by: 'Ann' } })], [['field.not_editable'], []]);

    const unchecked = await check({ body: BODY, values: { qty: 12 }, outcome: 'return' });
    assert.deepEqual([unchecked.body.issues, unchecked.body.submitted.qty], [[], 12]);
    const later = await check({ body: BODY, values: { subject: 'a', by: '2026-12-01' }, today: '2026-12-24' });
    assert.deepEqual(
      later.body.issues.map(({ code }: { code: string }) => code),
      ['field.date_range'],
    );

    const faulty = await check({ body: { ...BODY, root: 7 } });
    assert.deepEqual([faulty.status, faulty.body.errors[0].pointer], [422, '/body/root']);
    assert.equal((await check({ body: BODY, outcome: 'sell' })).body.code, 'outcome.unknown');
    assert.equal((await check({})).body.code, 'request.invalid');
    assert.equal((await check({ body: BODY }, 'person')).status, 403);
    const list = await app.inject({ url: '/api/forms', headers: { authorization: 'Bearer provider.a.b' } });
    assert.deepEqual(list.json().items, []);
    await app.close();
  });

  test('FRM-09 PRV-05 the list shows whether a draft differs from the published version, and who published it', async () => {
    const app = await serverOf(db(), 'changed');
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
      const headers = { authorization: 'Bearer provider.a.b' };
      return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json();
    };
    const { outcomes: _, ...plain } = BODY;
    const body = { ...plain, root: { ...BODY.root, children: BODY.root.children.slice(0, 2) } };
    const changedOf = async () => (await call('GET', '/api/forms?changed=eq:true')).items.length;
    assert.equal((await call('POST', '/api/forms', { body })).changed, true);
    await call('POST', '/api/forms/purchase/publish', { note: 'first' });
    assert.deepEqual([(await call('GET', '/api/forms/purchase')).changed, await changedOf()], [false, 0]);
    await call('PUT', '/api/forms/purchase', { body: { ...body, title: { en: 'Order' } } });
    assert.equal(await changedOf(), 1);
    assert.equal((await call('GET', '/api/forms?published=eq:false')).items.length, 0);
    const [version] = await call('GET', '/api/forms/purchase/versions');
    assert.equal(version.note, 'first');
    assert.ok('publishedBy' in version);
    await app.close();
  });
});
