import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createDimension,
  deleteDimension,
  getDimension,
  updateDimension,
} from '../../../shared/contracts/dimensions.contract.ts';
import { type Dimension, listDimensions } from '../../../shared/contracts/reference-data.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import { usesOf } from '../references/index.ts';
import * as store from './dimensions.store.ts';

export function dimensionRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listDimensions, async ({ tx, query }) =>
    singlePage(await store.readDimensions(tx, lookupQueryOf(query), query.inactive)),
  );

  serve(app, context, getDimension, async ({ tx, params, reply }) =>
    tagged(reply, await foundDimension(tx, params.id)),
  );

  serve(app, context, createDimension, async ({ tx, body, reply }) => {
    const { code, name, active = true } = body;
    if (code === undefined) throw new AppError('request.missing_parameter', { parameter: 'code' });
    const id = await store.insertDimension(tx, { code, name: name.trim(), active });
    if (id === undefined) {
      const params = { value: code };
      throw new AppError('dimension.code_taken', params, {
        errors: [{ pointer: '/code', code: 'dimension.code_taken', params }],
      });
    }
    return tagged(reply, await foundDimension(tx, id));
  });

  serve(app, context, updateDimension, async ({ tx, params, body, request, reply }) => {
    const dimension = await foundDimension(tx, params.id);
    assertFresh(dimension, toDimension(dimension), request.headers['if-match']);
    if (body.code !== undefined && body.code !== dimension.code) {
      const fault = { pointer: '/code', code: 'field.not_editable', params: { attribute: 'code' } } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    const { active = dimension.active } = body;
    await store.updateDimension(tx, { id: dimension.id, name: body.name.trim(), active });
    return tagged(reply, await foundDimension(tx, dimension.id));
  });

  serve(app, context, deleteDimension, async ({ tx, params, request }) => {
    const dimension = await foundDimension(tx, params.id);
    assertFresh(dimension, toDimension(dimension), request.headers['if-match']);
    const usedBy = await usesOf(tx, { kind: 'dimension', id: dimension.code }, languageOf(request));
    if (usedBy.length > 0) throw new AppError('dimension.in_use', { count: usedBy.length }, { usedBy });
    await store.removeDimension(tx, dimension.id);
    return null;
  });
}

/** Reads and locks the dimension with this id or code. Throws dimension.not_found. */
export async function foundDimension(tx: Tx, name: string): Promise<store.LockedDimension> {
  const id = await store.readDimensionId(tx, name);
  const dimension = id === undefined ? undefined : await store.lockDimension(tx, id);
  if (!dimension) throw new AppError('dimension.not_found');
  return dimension;
}

function toDimension({ updated_at: _at, changer: _by, ...dimension }: store.LockedDimension): Dimension {
  return dimension;
}

function tagged(reply: FastifyReply, dimension: store.LockedDimension): Dimension {
  reply.header('etag', `"${dimension.version}"`);
  return toDimension(dimension);
}
