import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createForm,
  deleteForm,
  getForm,
  listForms,
  listFormVersions,
  publishForm,
  updateForm,
} from '../../../shared/contracts/forms.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { tagged } from '../../platform/http/if-match.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import { assertUsable, usesOfForm } from '../references/index.ts';
import { listFormPage } from './forms.list.ts';
import { assertDefinition, assertUnchanged, digestOf, readForm, type SentForm } from './forms.rules.ts';
import * as store from './forms.store.ts';
import { findForm, formVersion } from './forms.versions.ts';
import { assertColumnsKept, readColumnsOf } from './registry-columns.ts';

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listForms, async ({ tx, list }) => listFormPage(tx, list));

  serve(app, context, getForm, async ({ tx, params, query, session, reply }) => {
    const row = await findForm(tx, params.id);
    if (session.isProvider && query.version === undefined) return tagged(reply, store.toForm(row, row.draft));
    const number = query.version ?? (row.active ? row.published : null);
    const body =
      number === null ? null : await formVersion(tx, { db: context.db, tenantId: session.tenantId }, row.id, number);
    if (!body) throw new AppError('form.not_found');
    return tagged(reply, store.toForm(row, body));
  });

  serve(app, context, createForm, async ({ tx, body, reply }) => {
    const form = readForm(body as SentForm);
    if (!(await store.insertForm(tx, form))) throw new AppError('form.id_taken', { value: form.id });
    return tagged(reply, store.toForm(await findForm(tx, form.id), form.body));
  });

  serve(app, context, updateForm, async ({ tx, params, body, request, reply }) => {
    const row = await findForm(tx, params.id, true);
    assertUnchanged(ifMatch(request), row.version);
    const form = readForm({ kind: row.kind, ...(body as SentForm) }, row.id);
    await store.updateDraft(tx, form, body.active ?? row.active);
    return tagged(reply, store.toForm(await findForm(tx, row.id), form.body));
  });

  serveMissing(app, context, updateForm);
  serveMissing(app, context, deleteForm);

  serve(app, context, deleteForm, async ({ tx, params, request }) => {
    const row = await findForm(tx, params.id, true);
    assertUnchanged(ifMatch(request), row.version);
    const usedBy = await store.usesOf(tx, row.id);
    if (usedBy.length > 0) throw new AppError('form.in_use', { count: usedBy.length }, { usedBy });
    await store.removeForm(tx, row);
    return null;
  });

  serve(app, context, publishForm, async ({ tx, params, body }) => {
    const row = await findForm(tx, params.id, true);
    const form = { ...row, body: assertDefinition(row.draft) };
    await assertUsable(tx, usesOfForm(form.body));
    assertColumnsKept(form.body, await readColumnsOf(tx, row.id));
    const version = await store.insertVersion(tx, form, digestOf(form.body), body.note ?? null);
    await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'forms' } });
    return store.toVersion(row.id, version);
  });

  serve(app, context, listFormVersions, async ({ tx, params }) => {
    const row = await findForm(tx, params.id);
    return (await store.readVersions(tx, row.id)).map((version) => store.toVersion(row.id, version));
  });
}

function ifMatch(request: FastifyRequest): string | undefined {
  return request.headers['if-match'];
}
