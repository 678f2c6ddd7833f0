import type { FastifyInstance } from 'fastify';
import { listHrAccess } from '../../../../shared/contracts/hr-access.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve.ts';
import { readPage } from '../../records/index.ts';
import { assertRight } from '../access.ts';
import { accessOf } from './log.resource.ts';

/** Who has viewed or changed a user's data, for the user and for HR. */
export function logRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listHrAccess, async (call) => {
    const { subject } = await assertRight(call, call.params.userId, 'access', 'read');
    return readPage(call, accessOf(subject.key), call.list);
  });
}
