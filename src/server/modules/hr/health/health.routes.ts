import type { FastifyInstance } from 'fastify';
import {
  createHrHealthCheck,
  deleteHrHealthCheck,
  listHrHealthChecks,
  updateHrHealthCheck,
} from '../../../../shared/contracts/hr-health.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, faultAt } from '../../../platform/errors.ts';
import { assertFresh, tagged } from '../../../platform/http/if-match.ts';
import { serve } from '../../../platform/http/serve.ts';
import { singlePage } from '../../../platform/lookup.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { openPart } from '../access.ts';
import { readDocuments } from '../documents/documents.store.ts';
import { checkedValues } from './health.rules.ts';
import * as store from './health.store.ts';

/** Health checks: decisions, restrictions and next days; of one user at a time. */
export function healthRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listHrHealthChecks, async (call) => {
    const { subject } = await openPart(call, call.query.userId ?? 'me', 'health', 'read');
    return singlePage((await store.readChecks(call.tx, subject.key)).map(({ check }) => check));
  });

  serve(app, context, createHrHealthCheck, async (call) => {
    const { tx, body, reply } = call;
    const { subject } = await openPart(call, body.userId, 'health', 'write');
    const values = checkedValues(body);
    await assertScan(tx, subject.key, values.documentId);
    const id = await store.insertCheck(tx, subject.key, values);
    return tagged(reply, (await foundCheck(tx, subject.key, id)).check);
  });

  serve(app, context, updateHrHealthCheck, async (call) => {
    const { tx, body, params, request, reply } = call;
    const { subject } = await openPart(call, body.userId, 'health', 'write');
    const { check, stamp } = await foundCheck(tx, subject.key, params.id);
    assertFresh(stamp, check, request.headers['if-match']);
    const values = checkedValues(body);
    if (values.documentId !== check.documentId) await assertScan(tx, subject.key, values.documentId);
    await store.updateCheck(tx, check.id, values);
    return tagged(reply, (await foundCheck(tx, subject.key, check.id)).check);
  });

  serve(app, context, deleteHrHealthCheck, async (call) => {
    const { tx, params, query, request } = call;
    const { subject } = await openPart(call, query.userId, 'health', 'write');
    const { check, stamp } = await foundCheck(tx, subject.key, params.id);
    assertFresh(stamp, check, request.headers['if-match']);
    await store.removeCheck(tx, check.id);
    return null;
  });
}

async function foundCheck(tx: Tx, userId: string, id: string): Promise<store.StoredCheck> {
  const [found] = await store.readChecks(tx, userId, assertUuid(id, 'health_check.not_found'));
  if (!found) throw new AppError('health_check.not_found');
  return found;
}

/** The scan of the decision is a document of the same user in the category Health. */
async function assertScan(tx: Tx, userId: string, documentId: string | null): Promise<void> {
  if (documentId === null) return;
  const [document] = await readDocuments(tx, userId, { category: 'Health', id: documentId });
  if (!document) throw faultAt('document.not_found', '/documentId');
}
