import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  createFormFragment,
  deleteFormFragment,
  type FormFragment,
  FRAGMENTS_MAX,
  listFormFragments,
  updateFormFragment,
} from '../../../shared/contracts/form-fragments.contract.ts';
import { faultParams, isDrawable } from '../../../shared/forms/index.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale, tagged } from '../../platform/http/if-match.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import { assertStorable } from '../forms/index.ts';
import * as store from './form-fragments.store.ts';

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listFormFragments, async ({ tx }) => store.listFragments(tx));

  serve(app, context, createFormFragment, async ({ tx, body, reply }) => {
    const fragment = readFragment(body);
    if ((await store.countFragments(tx)) >= FRAGMENTS_MAX) {
      throw new AppError('fragment.too_many', { max: FRAGMENTS_MAX });
    }
    const created = await store.insertFragment(tx, fragment);
    if (!created) throw nameTaken(fragment.name);
    return tagged(reply, created);
  });

  serve(app, context, updateFormFragment, async ({ tx, params, body, request, reply }) => {
    const row = await editable(tx, params.id, request);
    const fragment = readFragment(body);
    const updated = await store.updateFragment(tx, row.id, fragment);
    if (!updated) throw nameTaken(fragment.name);
    return tagged(reply, updated);
  });

  serve(app, context, deleteFormFragment, async ({ tx, params, request }) => {
    const row = await editable(tx, params.id, request);
    await store.removeFragment(tx, row.id);
    return null;
  });
  serveMissing(app, context, updateFormFragment);
  serveMissing(app, context, deleteFormFragment);
}

/** Throws form.definition_invalid for nodes that cannot be part of a form, not even of a faulty draft. */
function readFragment({ name, nodes }: Pick<FormFragment, 'name' | 'nodes'>): store.NewFragment {
  const form = { formatVersion: 1, id: 'fragment', title: {}, root: { type: 'stack', id: 'root', children: nodes } };
  assertStorable(nodes, '/nodes');
  if (!isDrawable(form)) {
    const fault = {
      pointer: '/nodes',
      code: 'form.definition_invalid',
      params: faultParams('nodes'),
    };
    throw new AppError('form.definition_invalid', {}, { errors: [fault as never] });
  }
  return { name: name.trim(), nodes };
}

async function editable(tx: Tx, id: string, request: FastifyRequest): Promise<FormFragment> {
  const row = isUuid(id) ? await store.readFragment(tx, id) : undefined;
  if (!row) throw new AppError('fragment.not_found');
  if (isStale(request.headers['if-match'], row.version)) throw new AppError('edit.conflict', {}, { current: row });
  return row;
}

function nameTaken(value: string): AppError {
  const params = { value };
  return new AppError('fragment.name_taken', params, {
    errors: [{ pointer: '/name', code: 'fragment.name_taken', params }],
  });
}
