import type { FastifyInstance } from 'fastify';
import { addHrPay, listHrPay, type NewHrPay } from '../../../../shared/contracts/hr-pay.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, faultAt } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { openPart } from '../access.ts';
import * as store from './pay.store.ts';

const CURRENCY = 'EUR';

/** Pay: superseded, never overwritten. */
export function payRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listHrPay, async (call) => {
    const { subject } = await openPart(call, call.params.userId, 'pay', 'read');
    return store.readPay(call.tx, subject.key);
  });

  serve(app, context, addHrPay, async (call) => {
    const { tx, body, params } = call;
    const { subject } = await openPart(call, params.userId, 'pay', 'write');
    const contract = await store.lockContract(tx, subject.key, body.contractId);
    if (!contract) throw faultAt('contract.not_found', '/contractId');
    const values = valuesOf(body);
    assertWithin(values, contract);
    const id = store.newPayId();
    if (body.supersedes) await replace(tx, subject.key, body.supersedes, id, values);
    else await store.endBefore(tx, values);
    if (await store.isCovered(tx, values)) throw faultAt('pay.overlap', '/validFrom');
    await store.insertPay(tx, id, subject.key, values);
    const [pay] = await store.readPay(tx, subject.key, id);
    return pay!;
  });
}

/** Base pay has no name; what is paid once is valid on its day. */
function valuesOf({ supersedes: _, ...body }: NewHrPay): store.PayValues {
  return {
    ...body,
    name: body.kind === 'base' ? '' : (body.name ?? '').trim(),
    currency: body.currency ?? CURRENCY,
    validUntil: body.validUntil ?? (body.period === 'once' ? body.validFrom : null),
  };
}

function assertWithin({ validFrom, validUntil }: store.PayValues, { startsOn, endsOn }: store.PayContract): void {
  if (validUntil !== null && validUntil < validFrom) throw faultAt('pay.dates_reversed', '/validUntil');
  if (validFrom < startsOn || (endsOn !== null && validFrom > endsOn))
    throw faultAt('pay.outside_contract', '/validFrom');
}

/** Replaces a row by its correction, of the same contract. */
async function replace(tx: Tx, userId: string, before: string, by: string, values: store.PayValues): Promise<void> {
  const [row] = await store.readPay(tx, userId, before);
  if (!row || row.contractId !== values.contractId.toLowerCase()) throw new AppError('pay.not_found');
  if (row.supersededAt !== null) throw new AppError('pay.superseded');
  await store.supersede(tx, row.id, by);
}
