import type { FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { NewAttachment } from '../../../../shared/contracts/attachments.contract.ts';
import { NewAttachments, TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { PendingUpload } from '../../../platform/files.ts';
import { assertBounded } from '../../../platform/http/json-bounds.ts';
import { assertReadable } from '../../../platform/http/readable.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { checkFile, fileLimit, malformed, type Parts, readMultipart, receiveBase64 } from '../../attachments/index.ts';
import { visibleTask } from '../access/visible-task.ts';
import { placeOf, type SentFile, uploadedId } from '../actions/task-files.ts';

const actionSchema = Compile(TaskAction);
const attachmentsSchema = Compile(NewAttachments);

/** A task action and the files sent with it. */
export interface SentAction {
  readonly action: TaskAction;
  readonly files: readonly SentFile[];
  release(): Promise<void>;
}

interface ActionCall {
  readonly params: { readonly id: string };
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

/**
 * Reads a JSON body, or a multipart body with the part `action` (JSON), the part `attachments` (a JSON array) and the files
 * that it names. Throws 400 with the part that cannot be read, or with the reason why a file is refused.
 */
export async function readAction(call: ActionCall): Promise<SentAction> {
  const { request, body, context, session } = call;
  if (!request.isMultipart()) return { action: body as TaskAction, files: [], release: async () => undefined };
  const scope = { tenantId: session.tenantId, userId: session.userId, requestId: request.id };
  const limit = await context.db.tenantTransaction(scope, async (tx) => {
    await visibleTask({ ...call, tx }, call.params.id);
    return fileLimit(tx);
  });
  const parts = await readMultipart(request, context.contents, limit);
  const held: PendingUpload[] = parts.files.map(({ incoming }) => incoming);
  const release = async () => {
    await Promise.all(held.map((incoming) => incoming.release()));
  };
  try {
    const unknownPart = [...parts.fields.keys()].find((name) => name !== 'action' && name !== 'attachments');
    if (unknownPart !== undefined) throw malformed(unknownPart);
    const action = readPart('action', parts.fields.get('action') ?? '', actionSchema) as TaskAction;
    const files = await readFiles(parts, async (data) => {
      const incoming = await receiveBase64(context.contents, data, limit);
      held.push(incoming);
      return incoming;
    });
    return { action, files, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Reads the files by their entries in `attachments`: each names a part or an upload, or contains the content itself. */
async function readFiles(parts: Parts, receive: (data: string) => Promise<PendingUpload>): Promise<SentFile[]> {
  const entries = readPart('attachments', parts.fields.get('attachments') ?? '[]', attachmentsSchema);
  const unnamed = new Map(parts.files.map((file) => [file.name, file]));
  const files: SentFile[] = [];
  for (const entry of entries as readonly NewAttachment[]) {
    const place = placeOf(entry);
    const given = entry.fileName ?? entry.filename ?? entry.name;
    const part = entry.file === undefined ? undefined : unnamed.get(entry.file);
    const id = uploadedId(entry);
    if (part) {
      unnamed.delete(part.name);
      files.push({ place, content: await checkFile(given ?? part.fileName, part.incoming) });
    } else if (entry.file === undefined && entry.data !== undefined) {
      files.push({ place, content: await checkFile(given ?? '', await receive(entry.data)) });
    } else if (entry.file === undefined && id !== undefined) files.push({ place, content: { id } });
    else throw malformed('attachments');
  }
  const [left] = unnamed.keys();
  if (left !== undefined) throw malformed(left);
  return files;
}

function readPart(name: string, text: string, schema: { Check(value: unknown): boolean }): unknown {
  assertBounded(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(name);
  }
  assertReadable(value);
  if (!schema.Check(value)) throw malformed(name);
  return value;
}
