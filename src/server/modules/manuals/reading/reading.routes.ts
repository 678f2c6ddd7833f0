import type { FastifyInstance } from 'fastify';
import {
  cancelReading,
  confirmReading,
  getManualAttachment,
  getManualDifference,
  getManualImage,
  getManualText,
  getReading,
  type Reading,
  saveReadingProgress,
} from '../../../../shared/contracts/manuals.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { clientOf, viaOf } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { type ServedFile, sendContent } from '../../attachments/index.ts';
import { undoSeconds } from '../../deferred-actions/index.ts';
import { assertClientsConfirm } from '../../embed/index.ts';
import { seesAll } from '../manual/rights.ts';
import { assertConfirmable } from './confirm.rules.ts';
import { type Confirmation, confirmNow, deferConfirmation, lockOwnReading } from './confirm.ts';
import { manualDifference } from './difference.store.ts';
import { keepProgress, recordCancellation } from './reading.acts.ts';
import { findImage, findManualAttachment } from './reading.files.ts';
import { isAuthor, readableVersion } from './reading.rights.ts';
import { readReading } from './reading.store.ts';
import { manualText, sectionsOfText } from './reading.text.ts';
import { receiptOf } from './receipts.routes.ts';

interface ReadingCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

/** Reading manuals and confirming that they were read. */
export function readingRoutes(app: FastifyInstance, context: AppContext): void {
  serve(
    app,
    context,
    getManualText,
    async (call) => {
      const { session, params, query } = call;
      const { text, stored } = await inTenant(call, async (tx) => {
        const version = await readableVersion(tx, session, params.id, query.number);
        return manualText(tx, version, query.language ?? session.languageId);
      });
      return { ...text, sections: await sectionsOfText(session.tenantId, stored) };
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    getManualDifference,
    (call) => manualDifference((work) => inTenant(call, work), call.session, call.params.id, call.query),
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    getManualImage,
    async (call) => {
      const { id, sha256 } = call.params;
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new AppError('file.not_found');
      const file = await withFile(call, async (tx) => {
        // A caller who knows the hash has the text that contains it, or the picture.
        await readableVersion(tx, call.session, id, undefined);
        return findImage(tx, assertUuid(id, 'manual.not_found'), sha256);
      });
      return sendContent(call, file, false);
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    getManualAttachment,
    async (call) => {
      const id = assertUuid(call.params.id, 'file.not_found');
      const file = await withFile(call, async (tx) => {
        const found = await findManualAttachment(tx, id);
        if (found) await readableVersion(tx, call.session, found.manual_id, found.number);
        return found;
      });
      return sendContent(call, file, false);
    },
    { transaction: 'none' },
  );

  serve(app, context, getReading, async (call) => {
    const reading = await shown(call, assertUuid(call.params.id, 'reading.not_found'));
    const isOwn = reading?.user.key === call.session.userId;
    if (!reading || !(isOwn || seesAll(call.session))) throw new AppError('reading.not_found');
    return reading;
  });

  serve(app, context, saveReadingProgress, async (call) => {
    const { tx, session, params, body, now } = call;
    const reading = await lockOwnReading(tx, session, params.id, '');
    await keepProgress(tx, reading, body, now);
    return (await shown(call, reading.id)) as Reading;
  });

  serve(app, context, confirmReading, async (call) => {
    const { tx, session, params, body, now, request } = call;
    const reading = await lockOwnReading(tx, session, params.id, body.languageId);
    const client = clientOf(session);
    if (client) await assertClientsConfirm(tx);
    assertConfirmable(reading, body.sha256);
    const origin = client?.origin ?? request.headers.origin;
    const isElement = session.scopes !== null && origin !== undefined;
    const confirmation: Confirmation = {
      ...body,
      at: now.toISOString(),
      ...(isElement ? { origin } : {}),
      ...(client ? { client } : {}),
    };
    const seconds = undoSeconds(request.headers.prefer);
    if (seconds > 0) {
      call.answerWith(202);
      return deferConfirmation(tx, reading, confirmation, new Date(now.getTime() + seconds * 1000));
    }
    const receiptId = await confirmNow(tx, reading, confirmation);
    return { reading: (await shown(call, reading.id))!, receipt: await receiptOf(call, receiptId) };
  });

  serve(app, context, cancelReading, async (call) => {
    const { tx, session, params, body, now } = call;
    const reason = body.reason?.trim() ?? '';
    const found = await shown(call, assertUuid(params.id, 'reading.not_found'));
    const isOwn = found?.user.key === session.userId;
    if (!found || !(isOwn || seesAll(session))) throw new AppError('reading.not_found');
    if (isOwn && !(isAuthor(session) && reason !== '')) {
      call.answerWith(204);
      return null;
    }
    if (!isAuthor(session)) throw new AppError('access.denied');
    if (reason === '') throw new AppError('reading.reason_required');
    await recordCancellation(tx, found.id, reason, now);
    return (await shown(call, found.id)) as Reading;
  });
}

function shown({ tx, session, now }: ReadingCall, id: string): Promise<Reading | undefined> {
  const { userId, languageId, timeZone } = session;
  return readReading(tx, { userId, languageId, today: dayOf(now, timeZone) }, id);
}

type ShortCall = Pick<ReadingCall, 'context' | 'session'> & { readonly request: { readonly id: string } };

/** Runs work in a transaction of its own, where the rest of the response takes longer. */
function inTenant<T>({ context, session, request }: ShortCall, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tenantId, userId } = session;
  return context.db.tenantTransaction({ tenantId, userId, requestId: request.id, via: viaOf(session) }, work);
}

/** Runs the queries before a download, so that no transaction stays open during it. Throws `file.not_found`. */
async function withFile(call: ShortCall, work: (tx: Tx) => Promise<ServedFile | undefined>): Promise<ServedFile> {
  const file = await inTenant(call, work);
  if (!file) throw new AppError('file.not_found');
  return file;
}
