import type { FastifyInstance } from 'fastify';
import {
  createHrContract,
  deleteHrContract,
  type HrContractChange,
  updateHrContract,
} from '../../../../shared/contracts/hr-contracts.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, faultAt } from '../../../platform/errors.ts';
import { assertFresh, tagged } from '../../../platform/http/if-match.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { type HrCall, openPart } from '../access.ts';
import { assertConfirmed, assertShares, assertTerm, dimensionsOf, valuesOf } from './contracts.rules.ts';
import * as store from './contracts.store.ts';

/** Changes of contracts. They are read as the resource `user_contracts`. */
export function contractRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, createHrContract, async (call) => {
    const { tx, body, reply } = call;
    const { userId, ...change } = body;
    const { subject } = await openPart(call, userId, 'contracts', 'write', { thing: numberOf(change) });
    const values = await checkedValues(tx, subject.key, change);
    const rows = dimensionsOf(change) ?? [];
    await assertDimensions(tx, rows);
    const id = await store.insertContract(tx, subject.key, values);
    await store.writeDimensions(tx, id, [], rows);
    return tagged(reply, (await readOne(tx, id)).contract);
  });

  serve(app, context, updateHrContract, async (call) => {
    const { tx, body, request, reply } = call;
    const { contract, userId, stamp } = await foundContract(call, call.params.id);
    assertFresh(stamp, contract, request.headers['if-match']);
    const values = await checkedValues(tx, userId, body, contract.id);
    const rows = dimensionsOf(body);
    if (rows) await assertDimensions(tx, rows);
    await store.updateContract(tx, contract.id, values);
    if (rows) await store.writeDimensions(tx, contract.id, contract.dimensions, rows);
    return tagged(reply, (await readOne(tx, contract.id)).contract);
  });

  serve(app, context, deleteHrContract, async (call) => {
    const { contract, stamp } = await foundContract(call, call.params.id);
    assertFresh(stamp, contract, call.request.headers['if-match']);
    await store.removeContract(call.tx, contract.id);
    return null;
  });
}

const numberOf = ({ number }: HrContractChange) => number?.trim() || '';

/** Opens a contract for a change, reads and locks it. Throws `contract.not_found`, and what `openPart` throws. */
async function foundContract(call: HrCall, contractId: string): Promise<store.StoredContract> {
  const id = assertUuid(contractId, 'contract.not_found');
  const found = await store.findContract(call.tx, id);
  if (!found) throw new AppError('contract.not_found');
  await openPart(call, found.userId, 'contracts', 'write', { thing: found.number ?? '' });
  return readOne(call.tx, id, true);
}

async function readOne(tx: Tx, id: string, isLocked = false): Promise<store.StoredContract> {
  const [found] = await store.readContracts(tx, [id], isLocked);
  if (!found) throw new AppError('contract.not_found');
  return found;
}

async function checkedValues(
  tx: Tx,
  userId: string,
  body: HrContractChange,
  exceptId = '00000000-0000-0000-0000-000000000000',
): Promise<store.ContractValues> {
  const values = valuesOf(body);
  assertTerm(values);
  const terms = await store.lockTerms(tx, userId);
  if (values.companyId !== null && !(await store.isCompany(tx, values.companyId))) {
    throw faultAt('company.not_found', '/companyId');
  }
  if (values.number !== null && (await store.isNumberTaken(tx, values.number, exceptId))) {
    throw faultAt('contract.number_taken', '/number', { value: values.number });
  }
  assertConfirmed(
    values,
    terms.filter(({ id }) => id !== exceptId),
    body.confirm,
  );
  return values;
}

async function assertDimensions(tx: Tx, rows: readonly store.DimensionRow[]): Promise<void> {
  assertShares(rows);
  if ((await store.countValues(tx, rows)) < rows.length) throw faultAt('dimension.not_found', '/dimensions');
}
