import type { FastifyInstance } from 'fastify';
import {
  addRequestComment,
  getReplies,
  getRequest,
  getRequestComments,
  getRequestDocuments,
  getRequestForm,
  getRequestHistory,
  listRequests,
  replyToRequester,
  withdrawRequest,
} from '../../../shared/contracts/requests.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { assertUuid } from '../../platform/uuid.ts';
import { attachmentsOf, toAttachment } from '../attachments/index.ts';
import { commentOf } from '../comments/index.ts';
import { deferAction, undoSeconds } from '../deferred-actions/index.ts';
import { formVersion } from '../forms/index.ts';
import { announceRequests, scopeOf } from '../processes/index.ts';
import { readPage } from '../records/index.ts';
import { messagesFor, repliesOf, reply, writeToHolders } from './conversation.ts';
import { findRequests, historyOf, type RequestViewer, toDetail, type VisibleRequest } from './requests.read.ts';
import { requestsResource } from './requests.resource.ts';
import { readStartForm, WITHDRAWAL } from './requests.store.ts';
import { assertMayWithdraw, withdraw } from './withdraw.ts';

type Call = Caller & { readonly request: Parameters<typeof languageOf>[0] };

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listRequests, (call) => readPage(call, requestsResource, call.list));

  serve(app, context, getRequest, async (call) =>
    toDetail(call.tx, viewerOf(call), await visible(call, call.params.id)),
  );

  serve(app, context, getRequestHistory, async (call) =>
    historyOf(call.tx, viewerOf(call), await visible(call, call.params.id)),
  );

  serve(app, context, getRequestForm, async (call) => {
    const { row } = await visible(call, call.params.id);
    const form = await readStartForm(call.tx, row.id);
    if (!form) return null;
    const { session, tx } = call;
    const body = await formVersion(tx, { db: context.db, tenantId: session.tenantId }, form.id, form.number);
    return body ? { number: form.number, body, values: form.values } : null;
  });

  serve(app, context, getRequestDocuments, async (call) => {
    const { row } = await visible(call, call.params.id);
    const found = await attachmentsOf(call.tx, 'instance', row.id);
    return found.filter(({ tied }) => tied).map((one) => toAttachment(one, false));
  });

  serve(app, context, getRequestComments, async (call) => messagesFor(call, await visible(call, call.params.id)));

  serve(app, context, addRequestComment, async (call) =>
    writeToHolders(call, await visible(call, call.params.id), call.body.text),
  );

  serve(app, context, getReplies, (call) => repliesOf(call, call.params.id));

  serve(app, context, replyToRequester, (call) => reply(call, call.params.id, call.body.text));

  serve(app, context, withdrawRequest, async (call) => {
    const { row } = await visible(call, call.params.id);
    const reason = commentOf(call.body.reason, 'reason');
    await assertMayWithdraw(call.tx, row);
    const seconds = undoSeconds(call.request.headers.prefer);
    if (seconds === 0) {
      await withdraw(call.tx, scopeOf(call), row.id, reason);
      const [request] = await findRequests(call.tx, viewerOf(call), [row.id]);
      return { state: (await toDetail(call.tx, viewerOf(call), request!)).state };
    }
    const until = new Date(call.now.getTime() + seconds * 1000);
    const held = await deferAction(call.tx, { kind: WITHDRAWAL, subjectId: row.id, payload: { reason }, until });
    if (!held) throw new AppError('request.held');
    await announceRequests(call.tx, [row.id]);
    call.answerWith(202);
    return held;
  });
}

/** Returns a request that the caller follows; throws request.unknown for all others. */
async function visible(call: Call, id: string): Promise<VisibleRequest> {
  const [found] = await findRequests(call.tx, viewerOf(call), [assertUuid(id, 'request.unknown')]);
  if (!found) throw new AppError('request.unknown');
  return found;
}

function viewerOf({ session, context, request, now }: Call): RequestViewer {
  return { db: context.db, tenantId: session.tenantId, userId: session.userId, language: languageOf(request), now };
}
