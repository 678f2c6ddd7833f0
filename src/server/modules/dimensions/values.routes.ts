import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createDimensionValue,
  DIMENSION_LEVELS_MAX,
  deleteDimensionValue,
  updateDimensionValue,
} from '../../../shared/contracts/dimensions.contract.ts';
import { type DimensionValue, listDimensionValues } from '../../../shared/contracts/reference-data.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError, faultAt } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { serve } from '../../platform/http/serve.ts';
import { lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import { isUuid } from '../../platform/uuid.ts';
import { foundDimension } from './dimensions.routes.ts';
import { readDimensionId } from './dimensions.store.ts';
import * as store from './values.store.ts';

export function valueRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listDimensionValues, async ({ tx, params, query }) => {
    const asked = lookupQueryOf(query);
    const id = await readDimensionId(tx, params.id);
    if (id === undefined) throw new AppError('dimension.not_found');
    return singlePage(await store.readDimensionValues(tx, id, asked));
  });

  serve(app, context, createDimensionValue, async ({ tx, params, body, reply }) => {
    const dimension = await foundDimension(tx, params.id);
    const { code, name, parentId = null, active = true } = body;
    await assertPlace(tx, dimension.id, null, parentId);
    const id = await store.insertValue(tx, dimension.id, { parentId, code, name: name.trim(), active });
    if (id === undefined) throw faultAt('dimension_value.code_taken', '/code', { value: code });
    return tagged(reply, await foundValue(tx, dimension.id, id));
  });

  serve(app, context, updateDimensionValue, async ({ tx, params, body, request, reply }) => {
    const dimension = await foundDimension(tx, params.id);
    const value = await editable(tx, dimension.id, params.valueId, request.headers['if-match']);
    const { code, name, parentId = value.parentId, active = value.active } = body;
    if (parentId !== value.parentId) await assertPlace(tx, dimension.id, value.id, parentId);
    if (await store.isCodeTaken(tx, dimension.id, code, value.id)) {
      throw faultAt('dimension_value.code_taken', '/code', { value: code });
    }
    await store.updateValue(tx, value.id, { parentId, code, name: name.trim(), active });
    return tagged(reply, await foundValue(tx, dimension.id, value.id));
  });

  serve(app, context, deleteDimensionValue, async ({ tx, params, request }) => {
    const dimension = await foundDimension(tx, params.id);
    const value = await editable(tx, dimension.id, params.valueId, request.headers['if-match']);
    const usedBy = await store.usesOfValue(tx, value.id);
    if (usedBy.length > 0) throw new AppError('dimension_value.in_use', { count: usedBy.length }, { usedBy });
    await store.removeValue(tx, value.id);
    return null;
  });
}

/** Throws dimension_value.not_found. The dimension is locked, and thereby its values. */
async function foundValue(tx: Tx, dimensionId: string, id: string): Promise<store.LockedValue> {
  const value = isUuid(id) ? await store.readValue(tx, dimensionId, id) : undefined;
  if (!value) throw new AppError('dimension_value.not_found');
  return value;
}

async function editable(tx: Tx, dimensionId: string, id: string, ifMatch: string | undefined) {
  const value = await foundValue(tx, dimensionId, id);
  assertFresh(value, toValue(value), ifMatch);
  return value;
}

/** Throws if the value (null: a new one) cannot be placed below the parent. */
export async function assertPlace(
  tx: Tx,
  dimensionId: string,
  id: string | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return;
  const above = await store.readPathUp(tx, dimensionId, parentId, DIMENSION_LEVELS_MAX);
  if (above.length === 0) throw faultAt('dimension_value.parent_unknown', '/parentId');
  if (id !== null && above.includes(id)) throw faultAt('dimension_value.cycle', '/parentId');
  const levels = above.length + (id === null ? 1 : await store.readHeight(tx, id, DIMENSION_LEVELS_MAX));
  if (levels > DIMENSION_LEVELS_MAX) {
    throw faultAt('dimension_value.too_deep', '/parentId', { max: DIMENSION_LEVELS_MAX });
  }
}

function toValue({ updated_at: _at, changer: _by, ...value }: store.LockedValue): DimensionValue {
  return value;
}

function tagged(reply: FastifyReply, value: store.LockedValue): DimensionValue {
  reply.header('etag', `"${value.version}"`);
  return toValue(value);
}
