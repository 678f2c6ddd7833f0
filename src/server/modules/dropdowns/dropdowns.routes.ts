import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createDropdown,
  type Dropdown,
  deleteDropdown,
  getDropdown,
  listDropdowns,
  updateDropdown,
} from '../../../shared/contracts/dropdowns.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { usesOf } from '../references/index.ts';
import { listDropdownPage } from './dropdowns.list.ts';
import * as store from './dropdowns.store.ts';

const ID = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

export function dropdownRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listDropdowns, async ({ tx, list }) => listDropdownPage(tx, list));

  serve(app, context, getDropdown, async ({ tx, params, reply }) => tagged(reply, await found(tx, params.id)));

  serve(app, context, createDropdown, async ({ tx, body, reply }) => {
    const { id, name, description = null } = body;
    if (id === undefined || id === '') throw new AppError('request.missing_parameter', { parameter: 'id' });
    if (name === undefined) throw new AppError('request.missing_parameter', { parameter: 'name' });
    if (!ID.test(id)) {
      const params = { attribute: 'id' };
      throw new AppError('request.invalid', {}, { errors: [{ pointer: '/id', code: 'field.pattern', params }] });
    }
    const dropdown = { id, name: name.trim(), description: description?.trim() || null };
    if (!(await store.insertDropdown(tx, dropdown))) {
      const params = { value: id };
      throw new AppError('dropdown.id_taken', params, {
        errors: [{ pointer: '/id', code: 'dropdown.id_taken', params }],
      });
    }
    return tagged(reply, await found(tx, id));
  });

  serve(app, context, updateDropdown, async ({ tx, params, body, request, reply }) => {
    const row = await editable(tx, params.id, request.headers['if-match']);
    if (body.id !== undefined && body.id !== row.id) {
      const fault = { pointer: '/id', code: 'field.not_editable', params: { attribute: 'id' } } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    const description = body.description === undefined ? row.description : body.description?.trim() || null;
    await store.updateDropdown(tx, { id: row.id, name: body.name.trim(), description });
    return tagged(reply, await found(tx, row.id));
  });

  serve(app, context, deleteDropdown, async ({ tx, params, request }) => {
    const row = await editable(tx, params.id, request.headers['if-match']);
    const usedBy = await usesOf(tx, { kind: 'dropdown', id: row.id }, languageOf(request));
    if (usedBy.length > 0) throw new AppError('dropdown.in_use', { count: usedBy.length }, { usedBy });
    await store.removeDropdown(tx, row.id);
    return null;
  });
  serveMissing(app, context, updateDropdown);
  serveMissing(app, context, deleteDropdown);
}

/** Throws dropdown.not_found. */
export async function found(tx: Tx, id: string, lock = false): Promise<store.DropdownRow> {
  const row = ID.test(id) ? await store.readDropdown(tx, id, lock) : undefined;
  if (!row) throw new AppError('dropdown.not_found');
  return row;
}

async function editable(tx: Tx, id: string, ifMatch: string | undefined): Promise<store.DropdownRow> {
  const row = await found(tx, id, true);
  assertFresh(row, store.toDropdown(row), ifMatch);
  return row;
}

function tagged(reply: FastifyReply, row: store.DropdownRow): Dropdown {
  reply.header('etag', `"${row.version}"`);
  return store.toDropdown(row);
}
