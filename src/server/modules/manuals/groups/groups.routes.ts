import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createManualGroup,
  deleteManualGroup,
  listManualGroups,
  type ManualGroup,
  updateManualGroup,
} from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertFresh } from '../../../platform/http/if-match.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve, serveMissing } from '../../../platform/http/serve.ts';
import { isUuid } from '../../../platform/uuid.ts';
import * as store from './groups.store.ts';

export function groupRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listManualGroups, async ({ tx }) => (await store.readGroups(tx)).map(store.toGroup));

  serve(app, context, createManualGroup, async ({ tx, body, reply }) => {
    const name = nameOf(body.name);
    const parentId = body.parentId ?? null;
    if (parentId !== null) await foundGroup(tx, parentId);
    const id = await store.insertGroup(tx, name, parentId);
    if (body.position !== undefined) await store.placeGroup(tx, id, { parentId, position: body.position });
    return tagged(reply, await foundGroup(tx, id));
  });

  serve(app, context, updateManualGroup, async ({ tx, params, body, request, reply }) => {
    const row = await foundGroup(tx, params.id, true);
    assertFresh(row, store.toGroup(row), request.headers['if-match'], body.version);
    const name = nameOf(body.name);
    const parentId = body.parentId === undefined ? row.parentId : body.parentId;
    if (parentId !== null) {
      await foundGroup(tx, parentId);
      if (await store.isUnder(tx, parentId, row.id)) throw new AppError('manual_group.cycle');
    }
    await store.writeGroup(tx, row.id, name, parentId);
    const moves = parentId !== row.parentId;
    const position = body.position ?? (moves ? Number.MAX_SAFE_INTEGER : undefined);
    if (position !== undefined) await store.placeGroup(tx, row.id, { parentId, position });
    return tagged(reply, await foundGroup(tx, row.id));
  });

  serve(app, context, deleteManualGroup, async ({ tx, params, request }) => {
    const row = await foundGroup(tx, params.id, true);
    assertFresh(row, store.toGroup(row), request.headers['if-match']);
    const usedBy = await store.usesOfManualGroup(tx, row.id, languageOf(request));
    if (usedBy.length > 0) throw new AppError('manual_group.in_use', {}, { usedBy });
    await store.removeGroup(tx, row.id);
    return null;
  });
  serveMissing(app, context, updateManualGroup);
  serveMissing(app, context, deleteManualGroup);
}

/** Throws manual_group.not_found. */
export async function foundGroup(tx: Tx, id: string, lock = false): Promise<store.GroupRow> {
  const row = isUuid(id) ? await store.readGroup(tx, id, lock) : undefined;
  if (!row) throw new AppError('manual_group.not_found');
  return row;
}

/** Returns the texts without empty ones; requires at least one. */
function nameOf(texts: Texts): Texts {
  const filled = Object.entries(texts).flatMap(([language, text]) => (text.trim() ? [[language, text.trim()]] : []));
  if (filled.length === 0) throw new AppError('request.missing_parameter', { parameter: 'name' });
  return Object.fromEntries(filled) as Texts;
}

function tagged(reply: FastifyReply, row: store.GroupRow): ManualGroup {
  reply.header('etag', `"${row.version}"`);
  return store.toGroup(row);
}
