import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { assertFilledAlike, foreignForms } from '../../../../test/support/imported-forms.ts';
import { importForm } from '../../../shared/forms/import/index.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import type { AppContext } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { sendProblem } from '../../platform/http/problems.ts';
import type { CallerSession } from '../../platform/session.ts';
import { forms } from './index.ts';

function body(id: string, label = 'Name'): FormBody {
  const field = { type: 'text', key: 'name', label: { en: label } } as const;
  return { formatVersion: 1, id, title: { en: id }, root: { type: 'stack', id: 'root', children: [field] } };
}

/** Serves only this module over HTTP; the request's token decides whether the caller belongs to the provider. */
async function serverOf(db: DatabaseHandle, slug: string): Promise<FastifyInstance> {
  const { tenantId, userId } = await addTenant(db, slug);
  const session = (isProvider: boolean): CallerSession => ({
    tenantId,
    tenantSlug: slug,
    timeZone: 'Europe/Tallinn',
    languageId: 'en',
    userId,
    username: `${slug}.person`,
    name: slug,
    groups: [],
    isAdmin: isProvider,
    isProvider,
    scopes: null,
  });
  const verifier = { verify: async (token: string) => session(token.startsWith('provider.')) };
  const context = { db, clock: () => new Date(), verifier, limit: () => undefined } as unknown as AppContext;
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.setErrorHandler(sendProblem);
  await app.register(multipart);
  app.setValidatorCompiler(() => () => true);
  await forms(app, context);
  return app;
}

onDatabase('forms over HTTP', (db) => {
  const call = async (
    app: FastifyInstance,
    who: 'provider' | 'person',
    line: string,
    payload?: object,
    headers = {},
  ) => {
    const [method, url] = line.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string];
    const authorization = `Bearer ${who}.a.b`;
    const reply = await app.inject({
      method,
      url,
      ...(payload && { payload }),
      headers: { authorization, ...headers },
    });
    return { status: reply.statusCode, etag: reply.headers.etag, body: reply.body ? reply.json() : null };
  };

  test('FRM-01 a form is created, changed, published, listed, read and removed', async () => {
    const app = await serverOf(db(), 'formshttp');
    const created = await call(app, 'provider', 'POST /api/forms', { id: 'leave', body: body('leave') });
    assert.deepEqual([created.status, created.etag, created.body.published], [201, '"1"', null]);
    assert.equal((await call(app, 'provider', 'POST /api/forms', { body: body('leave') })).body.code, 'form.id_taken');
    assert.equal((await call(app, 'person', 'GET /api/forms/leave')).status, 404);

    const changed = await call(
      app,
      'provider',
      'PUT /api/forms/leave',
      { body: body('leave', 'Full name') },
      { 'if-match': '"1"' },
    );
    assert.equal(changed.status, 200);
    const stale = await call(app, 'provider', 'PUT /api/forms/leave', { body: body('leave') }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.code], [412, 'edit.conflict']);

    assert.equal((await call(app, 'provider', 'POST /api/forms/leave/publish', { note: 'first' })).body.number, 1);
    const shown = await call(app, 'person', 'GET /api/forms/leave?version=1');
    assert.equal(shown.body.body.root.children[0].label.en, 'Full name');
    assert.equal((await call(app, 'person', 'GET /api/forms/leave?version=2')).body.code, 'form.not_found');
    const [version] = (await call(app, 'person', 'GET /api/forms/leave/versions')).body;
    assert.deepEqual([version.number, version.note, version.body], [1, 'first', undefined]);

    assert.equal((await call(app, 'provider', 'DELETE /api/forms/leave')).status, 204);
    assert.equal((await call(app, 'person', 'GET /api/forms/leave')).status, 404);
    await app.close();
  });

  test('FRM-01 API-05 the list has pages and filters, and only the provider changes forms', async () => {
    const app = await serverOf(db(), 'formslist');
    for (const id of ['a', 'b', 'c']) await call(app, 'provider', 'POST /api/forms', { body: body(id), kind: 'start' });
    const first = (await call(app, 'person', 'GET /api/forms/?limit=2&count=true')).body;
    assert.deepEqual([first.items.map((form: { id: string }) => form.id), first.total], [['a', 'b'], 3]);
    const second = (await call(app, 'person', `GET /api/forms?limit=2&after=${encodeURIComponent(first.next)}`)).body;
    assert.deepEqual(
      second.items.map((form: { id: string; body?: unknown }) => [form.id, form.body]),
      [['c', undefined]],
    );
    const filtered = (await call(app, 'person', 'GET /api/forms?id=in:a,c&kind=eq:start&sort=id:desc')).body;
    assert.deepEqual(
      filtered.items.map((form: { id: string }) => form.id),
      ['c', 'a'],
    );
    assert.equal((await call(app, 'person', 'GET /api/forms?colour=eq:red')).body.code, 'filter.unknown_field');
    assert.equal((await call(app, 'person', 'POST /api/forms', { body: body('d') })).status, 403);
    const faulty = await call(app, 'provider', 'POST /api/forms', { body: { ...body('d'), root: 7 } });
    assert.deepEqual([faulty.status, faulty.body.problems], [201, 1]);
    const refused = await call(app, 'provider', 'POST /api/forms/d/publish', {});
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/body/root']);
    const right = await call(app, 'provider', 'PUT /api/forms/d', { body: body('d') });
    assert.deepEqual([right.status, right.body.problems], [200, 0]);
    assert.equal((await call(app, 'provider', 'POST /api/forms/d/publish', {})).status, 200);
    assert.equal((await call(app, 'provider', 'POST /api/forms', {})).body.code, 'request.missing_parameter');
    await app.close();
  });

  test('FRM-09 FRM-02 imports from form-js and Form.io are published, and browser and server read them alike', async () => {
    const app = await serverOf(db(), 'formsimport');
    const files = foreignForms(join(import.meta.dirname, '../../../../test/fixtures/forms'));
    assert.equal(files.length, 5);
    for (const { name, json } of files) {
      const { body } = importForm(json);
      assert.ok(body, name);
      const created = await call(app, 'provider', 'POST /api/forms', { id: body.id, body });
      assert.equal(created.status, 201, name);
      assert.equal((await call(app, 'provider', `POST /api/forms/${body.id}/publish`, {})).status, 200, name);
      const published = (await call(app, 'person', `GET /api/forms/${body.id}?version=1`)).body;
      assert.deepEqual(published.body, body, name);
      assertFilledAlike(published.body);
    }
    await app.close();
  });
});
