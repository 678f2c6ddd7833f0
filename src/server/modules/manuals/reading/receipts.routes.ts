import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { getPublicReceipt, getReceipt, type Receipt } from '../../../../shared/contracts/manuals.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { supportedLanguage } from '../../../platform/email-template.ts';
import { AppError } from '../../../platform/errors.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { workInThread } from '../../../platform/workers/index.ts';
import { seesAll } from '../manual/rights.ts';
import { chainProofOf } from './receipts.chain.ts';
import { VERIFY_POLICY, type Verified, verifyPage } from './receipts.page.ts';
import type { ReceiptPayload } from './receipts.payload.ts';
import type { ReceiptDocument, receiptPdf } from './receipts.pdf.ts';
import { publicReceipt } from './receipts.public.ts';
import { readReceipt } from './receipts.store.ts';

const drawInThread = workInThread<typeof receiptPdf>(new URL('./receipts.pdf.ts', import.meta.url), 'receiptPdf');

interface ReceiptCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: Pick<AppContext, 'config'>;
}

export function receiptRoutes(app: FastifyInstance, context: AppContext): void {
  serve(
    app,
    context,
    getReceipt,
    async ({ params, query, session, request, reply }) => {
      const id = assertUuid(params.id, 'receipt.not_found');
      const { tenantId, userId } = session;
      const scope = { tenantId, userId, requestId: request.id };
      // The document is rendered after the transaction ends.
      const { receipt, document } = await context.db.tenantTransaction(scope, async (tx) => ({
        receipt: await receiptOf({ tx, session, context }, id),
        document: query.format === 'pdf' ? await documentOf({ tx, session, context }, id) : undefined,
      }));
      if (!document) return receipt;
      const pdf = await drawInThread(tenantId, document, supportedLanguage(query.language ?? session.languageId));
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="receipt-${receipt.seq}.pdf"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff');
      return Readable.from(Buffer.from(pdf)) as unknown as Receipt;
    },
    { transaction: 'none' },
  );

  serve(app, context, getPublicReceipt, async ({ params }) => {
    const found = await publicReceipt(context.db, params.hash);
    if (!found) throw new AppError('receipt.not_found');
    return found;
  });

  // A page for people without an account; it needs no browser code.
  app.get<{ Params: { hash: string } }>('/verify/:hash', { schema: { hide: true } }, async (request, reply) => {
    const { hash } = request.params;
    const verified = await lookUp(request, hash);
    const language = languageOf(request);
    return reply
      .status(verified === 'unknown' ? 404 : verified === 'failed' ? 503 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', VERIFY_POLICY)
      .header('content-language', language)
      .header('vary', 'accept-language')
      .send(verifyPage(verified, hash.slice(0, 64).toLowerCase(), language));
  });

  async function lookUp(request: FastifyRequest, hash: string): Promise<Verified> {
    try {
      context.limit(request.ip);
      return (await publicReceipt(context.db, hash)) ?? 'unknown';
    } catch (error) {
      request.log.warn({ err: error }, 'verifying a receipt failed');
      return 'failed';
    }
  }
}

/** Returns a receipt for its reader, or for callers who see all manuals; the proof of the reader's identity only for the reader. */
export async function receiptOf(call: ReceiptCall, id: string): Promise<Receipt> {
  const { receipt, proof, isMine } = await visibleReceipt(call, id);
  const chainProof = await chainProofOf(call.tx, receipt);
  const hash = receipt.hash.toString('hex');
  return {
    id: receipt.id,
    payload: receipt.payload,
    seq: receipt.seq,
    prev: receipt.prev.toString('hex'),
    hash,
    valid: chainProof.valid && chainProof.chain === 'ok',
    verifyUrl: addressOf(call, hash),
    ...(isMine && proof ? { proof: { salt: proof.salt.toString('hex'), userId: proof.userId, name: proof.name } } : {}),
  };
}

async function visibleReceipt({ tx, session }: ReceiptCall, id: string) {
  const found = await readReceipt(tx, id);
  const isMine = found?.userId === session.userId;
  if (!found || !(isMine || seesAll(session))) throw new AppError('receipt.not_found');
  return { ...found, isMine };
}

const addressOf = ({ context }: ReceiptCall, hash: string) => `${context.config.publicUrl}/verify/${hash}`;

async function documentOf(call: ReceiptCall, id: string): Promise<ReceiptDocument> {
  const { receipt, proof } = await visibleReceipt(call, id);
  const payload = JSON.parse(receipt.payload) as ReceiptPayload;
  const { rows } = await sql<{ organisation: string; title: string | null }>`
    SELECT t.name AS organisation, (SELECT x.title FROM manual_text x JOIN manual_version v ON v.id = x.version_id
      WHERE v.manual_id = ${payload.manual.id}::uuid AND v.number = ${payload.manualVersion} AND x.language_id = ${payload.language}) AS title
    FROM tenant t WHERE t.id = ${call.session.tenantId}`.execute(call.tx);
  const hash = receipt.hash.toString('hex');
  return {
    payload,
    seq: receipt.seq,
    prev: receipt.prev.toString('hex'),
    hash,
    verifyUrl: addressOf(call, hash),
    organisation: rows[0]?.organisation ?? '',
    title: rows[0]?.title ?? payload.manual.code,
    name: proof?.name ?? null,
    timeZone: call.session.timeZone,
  };
}
