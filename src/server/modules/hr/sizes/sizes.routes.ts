import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { getHrSizes, type HrSize, putHrSizes } from '../../../../shared/contracts/hr-sizes.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { faultAt } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { openPart } from '../access.ts';

/** Clothes sizes, such as shoes: 42. */
export function sizeRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getHrSizes, async (call) => {
    const { subject } = await openPart(call, call.params.userId, 'sizes', 'read');
    return readSizes(call.tx, subject.key);
  });

  serve(app, context, putHrSizes, async (call) => {
    const { tx, params, body } = call;
    const { subject } = await openPart(call, params.userId, 'sizes', 'write');
    const sizes = body.map(({ item, size }) => ({ item: item.trim(), size: size.trim() }));
    for (const [index, { item }] of sizes.entries()) {
      const isTwice = sizes.findIndex((other) => other.item === item) < index;
      if (isTwice) throw faultAt('sizes.item_twice', `/${index}/item`, { item });
    }
    await writeSizes(tx, subject.key, sizes);
    return readSizes(tx, subject.key);
  });
}

async function readSizes(tx: Tx, userId: string): Promise<HrSize[]> {
  const { rows } = await sql<HrSize>`SELECT item, size FROM hr_clothes_size WHERE user_id = ${userId}::uuid
    ORDER BY position, item`.execute(tx);
  return rows;
}

/** Replaces the sizes; equal ones stay, so that the audit log has what changed. */
async function writeSizes(tx: Tx, userId: string, sizes: readonly HrSize[]): Promise<void> {
  await sql`DELETE FROM hr_clothes_size WHERE user_id = ${userId}::uuid
    AND item <> ALL(${sizes.map(({ item }) => item)}::text[])`.execute(tx);
  for (const [position, { item, size }] of sizes.entries()) {
    await sql`INSERT INTO hr_clothes_size AS kept (user_id, item, size, position) VALUES (${userId}::uuid, ${item}, ${size}, ${position})
      ON CONFLICT (tenant_id, user_id, item) DO UPDATE SET size = excluded.size, position = excluded.position
      WHERE kept.size <> excluded.size OR kept.position <> excluded.position`.execute(tx);
  }
}
