import type { FastifyInstance } from 'fastify';
import { MEGABYTE } from '../../../../shared/contracts/file-kinds.ts';
import { type DocumentCategory, OWN_DOCUMENT_CATEGORIES } from '../../../../shared/contracts/hr.rules.ts';
import {
  addHrDocument,
  deleteHrDocument,
  getHrDocumentContent,
  type HrDocument,
  listHrDocuments,
  updateHrDocument,
} from '../../../../shared/contracts/hr-documents.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, faultAt } from '../../../platform/errors.ts';
import { storeFile } from '../../../platform/files.ts';
import { assertFresh, tagged } from '../../../platform/http/if-match.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { fileLimit, sendContent } from '../../attachments/index.ts';
import { assertRight, findSubject, type HrCall, type Opened, openPart } from '../access.ts';
import { usesDocument } from '../health/health.store.ts';
import { factsOf, readViewer } from '../rights.query.ts';
import { allows, hasRightOnOthers, rightOn } from '../rights.rules.ts';
import * as store from './documents.store.ts';
import { ofJson, ofParts, type ReceivedDocument } from './receive.ts';

/** A JSON body is read into memory as a whole. */
const JSON_MAX = 25 * MEGABYTE;

/** Documents by category; those of the category Health have the rights of health checks. */
export function documentRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listHrDocuments, async (call) => {
    const { tx, params, query } = call;
    const { subject, isSelf, right } = await openPart(call, params.userId, partOf(query.category), 'read');
    const wanted = query.category === undefined ? { withoutHealth: !isSelf } : { category: query.category };
    const found = await store.readDocuments(tx, subject.key, wanted);
    return found.map(({ document }) => shown(document, { isSelf, right }, call.session));
  });

  serve<typeof addHrDocument, ReceivedDocument & { release(): Promise<void> }>(
    app,
    context,
    addHrDocument,
    async (call) => {
      const { tx, session, params, received, reply } = call;
      const { file, category, title, issuedOn, validUntil } = received;
      const opened = await openToChange(call, params.userId, category, title);
      assertDays(issuedOn, validUntil);
      const fileId = await storeFile(tx, context.contents, session.tenantId, {
        content: file.incoming,
        mediaType: file.mediaType,
        scan: 'clean',
        confidential: 'hr',
      });
      const one = { category, title, fileId, fileName: file.fileName, issuedOn, validUntil };
      const id = await store.insertDocument(tx, opened.subject.key, one);
      return tagged(reply, shown((await found(tx, opened, id, category)).document, opened, session));
    },
    {
      // Access is checked before the body is read, so that a refused upload fails at once.
      receive: async (call) => {
        const { session, request, params } = call;
        const scope = { tenantId: session.tenantId, userId: session.userId, requestId: request.id };
        const limit = await context.db.tenantTransaction(scope, async (tx) => {
          await assertMayAddAny(tx, session, params.userId);
          return fileLimit(tx);
        });
        const one = request.isMultipart()
          ? await ofParts(request, context, limit)
          : await ofJson(call.body, context, Math.min(limit, JSON_MAX));
        try {
          await context.contents.put(session.tenantId, one.file.incoming.sha256, one.file.incoming);
          return { ...one, release: () => one.file.incoming.release() };
        } catch (error) {
          await one.file.incoming.release();
          throw error;
        }
      },
    },
  );

  serve(app, context, updateHrDocument, async (call) => {
    const { tx, params, query, body, request, reply, session } = call;
    const opened = await openOne(call, params.userId, query.category);
    const { document, stamp } = await found(tx, opened, params.id, query.category);
    assertMayChange(document, opened);
    assertFresh(stamp, shown(document, opened, session), request.headers['if-match']);
    assertDays(body.issuedOn ?? null, body.validUntil ?? null);
    await store.updateDocument(tx, document.id, body);
    return tagged(reply, shown((await found(tx, opened, document.id, query.category)).document, opened, session));
  });

  serve(app, context, deleteHrDocument, async (call) => {
    const { tx, params, query, request, session } = call;
    const opened = await openOne(call, params.userId, query.category);
    const one = await found(tx, opened, params.id, query.category);
    assertMayChange(one.document, opened);
    assertFresh(one.stamp, shown(one.document, opened, session), request.headers['if-match']);
    if (one.document.category === 'Health' && (await usesDocument(tx, opened.subject.key, one.document.id))) {
      throw new AppError('document.in_use');
    }
    await store.removeDocument(tx, one);
    return null;
  });

  serve(
    app,
    context,
    getHrDocumentContent,
    async (call) => {
      const { params, query, session } = call;
      const scope = { tenantId: session.tenantId, userId: session.userId, requestId: call.request.id };
      // No transaction stays open during a download.
      const { file } = await context.db.tenantTransaction(scope, async (tx) => {
        const id = assertUuid(params.id, 'document.not_found');
        const opened = await openPart({ ...call, tx }, params.userId, partOf(query.category), 'read', { thing: id });
        return found(tx, opened, id, query.category);
      });
      return sendContent(call, file, query.download !== undefined);
    },
    { transaction: 'none' },
  );
}

const partOf = (category: DocumentCategory | undefined) => (category === 'Health' ? 'health' : 'documents');

/** Opens the category for adding a document. Users add their own of two categories. */
async function openToChange(call: HrCall, userId: string, category: DocumentCategory, thing: string): Promise<Opened> {
  const { tx, session } = call;
  const subject = await findSubject(tx, session, userId);
  const isOwn = subject?.key === session.userId;
  if (isOwn && partOf(category) === 'documents') {
    const opened = await openPart(call, userId, 'documents', 'add', { thing });
    if (!OWN_DOCUMENT_CATEGORIES.includes(category)) throw await ownRefusal(tx, session);
    return opened;
  }
  return openPart(call, userId, partOf(category), 'write', { thing });
}

/** HR may change such documents of others, so that the refusal says why. */
async function ownRefusal(tx: Tx, session: CallerSession): Promise<AppError> {
  const facts = factsOf(await readViewer(tx, session.userId, []), session.userId);
  return new AppError(hasRightOnOthers('documents', facts, 'write') ? 'hr.own_record' : 'access.denied');
}

/** Opens the documents of a category for a change of one of them. */
async function openOne(call: HrCall, userId: string, category: DocumentCategory | undefined): Promise<Opened> {
  const subject = await findSubject(call.tx, call.session, userId);
  const isOwn = subject?.key === call.session.userId;
  return openPart(call, userId, partOf(category), isOwn && partOf(category) === 'documents' ? 'add' : 'write');
}

/** Refuses an upload before its body is read. Throws `access.denied`, `user.not_found`. */
async function assertMayAddAny(tx: Tx, session: CallerSession, userId: string): Promise<void> {
  const { viewer, subject } = await assertRight({ tx, session }, userId, 'documents', 'add').catch(
    async (error: unknown) => {
      // HR may add health documents only where it may see health data.
      const isDenied = error instanceof AppError && error.code === 'access.denied';
      if (!isDenied) throw error;
      return assertRight({ tx, session }, userId, 'health', 'add');
    },
  );
  const facts = factsOf(viewer, subject.key);
  if (!allows(rightOn('documents', facts), 'add') && !allows(rightOn('health', facts), 'add'))
    throw new AppError('access.denied');
}

/** Finds a document of the opened user. Of other users, those of Health are found only where the request names the category. */
async function found(
  tx: Tx,
  { subject, isSelf }: Opened,
  documentId: string,
  category?: DocumentCategory,
): Promise<store.StoredDocument> {
  const id = assertUuid(documentId, 'document.not_found');
  const isHealth = category === 'Health';
  const wanted = isHealth ? { id, category } : { id, withoutHealth: !isSelf };
  const [one] = await store.readDocuments(tx, subject.key, wanted);
  if (!one) throw new AppError('document.not_found');
  return one;
}

function assertMayChange({ category }: { readonly category: DocumentCategory }, { isSelf }: Opened): void {
  if (isSelf && !OWN_DOCUMENT_CATEGORIES.includes(category)) throw new AppError('access.denied');
}

/** Throws `document.dates_reversed`. */
function assertDays(issuedOn: string | null, validUntil: string | null): void {
  if (issuedOn !== null && validUntil !== null && validUntil < issuedOn)
    throw faultAt('document.dates_reversed', '/validUntil');
}

function shown(
  document: Omit<HrDocument, 'mayChange'>,
  { isSelf, right }: Pick<Opened, 'isSelf' | 'right'>,
  { scopes }: CallerSession,
): HrDocument {
  const mayChange = isSelf ? OWN_DOCUMENT_CATEGORIES.includes(document.category) : right.level === 'write';
  return { ...document, mayChange: scopes === null && mayChange };
}
