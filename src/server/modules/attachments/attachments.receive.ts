import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILES_PER_REQUEST, isAccepted, MEGABYTE } from '../../../shared/contracts/file-kinds.ts';
import type { ContentStore } from '../../platform/content-store.ts';
import { AppError } from '../../platform/errors.ts';
import { inMegabytes, type PendingUpload } from '../../platform/files.ts';
import { mediaTypeOf } from './content.rules.ts';
import { cleanFileName } from './file-name.rules.ts';

/** A file that has arrived and was found to be what its name says. */
export interface CheckedFile {
  readonly incoming: PendingUpload;
  readonly fileName: string;
  readonly mediaType: string;
}

interface Part {
  readonly name: string;
  /** The name that the sender gave. */
  readonly fileName: string;
  readonly incoming: PendingUpload;
}

/** A multipart body: its fields as texts, its files on disk. Each name may stand once. */
export interface Parts {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly Part[];
}

/** Reads a multipart body of at most ten files. Nothing is left of it when it breaks off or is refused. */
export async function readMultipart(request: FastifyRequest, contents: ContentStore, limit: number): Promise<Parts> {
  const fields = new Map<string, string>();
  const files: Part[] = [];
  try {
    // One byte more than the limit, so that what is exactly as large passes.
    const limits = { fileSize: limit + 1, files: FILES_PER_REQUEST };
    for await (const part of request.parts({ limits })) {
      const taken = fields.has(part.fieldname) || files.some(({ name }) => name === part.fieldname);
      if (part.type === 'field') {
        if (taken || typeof part.value !== 'string') throw malformed(part.fieldname);
        fields.set(part.fieldname, part.value);
      } else {
        if (taken) throw malformed(part.fieldname);
        const incoming = await contents.receive(part.file, limit);
        files.push({ name: part.fieldname, fileName: part.filename ?? '', incoming });
      }
    }
    return { fields, files };
  } catch (error) {
    await Promise.all(files.map(({ incoming }) => incoming.release()));
    // What still comes is read and thrown away: a sender that is cut off never sees the answer.
    request.raw.resume();
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (code === 'FST_FILES_LIMIT') throw new AppError('file.too_many', { max: FILES_PER_REQUEST });
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('file.too_large', { limit: inMegabytes(limit) });
    // A body that breaks off, or that is none, is a plain error of the reader.
    if (error instanceof AppError || statusCode !== undefined || code === 'ENOSPC') throw error;
    throw malformed('file');
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The content of a JSON body. Throws 400 when it is no base64. */
export async function receiveBase64(contents: ContentStore, data: string, limit: number): Promise<PendingUpload> {
  const text = data.replace(/^data:[^,]{0,200};base64,/, '');
  if (!BASE64.test(text)) throw malformed('data', '/data');
  return contents.receive(Readable.from([Buffer.from(text, 'base64')]), limit);
}

/** What the place says of files besides the rules of all: a field's types and size. */
export interface PlaceRules {
  readonly accept?: readonly string[];
  readonly maxSize?: number;
}

/** Looks at a file: its name, its size, and whether the content is what the name says. */
export async function checkFile(given: string, incoming: PendingUpload, rules: PlaceRules = {}): Promise<CheckedFile> {
  const fileName = cleanFileName(given);
  const mediaType = await mediaTypeOf(fileName, incoming);
  assertFits({ fileName, size: incoming.size }, rules);
  return { incoming, fileName, mediaType };
}

/** Throws `file.type_refused` and `file.too_large` by the rules of the place. */
export function assertFits({ fileName, size }: { fileName: string; size: number }, rules: PlaceRules): void {
  if (!isAccepted(fileName, rules.accept)) {
    throw new AppError('file.type_refused', { type: fileName.slice(fileName.lastIndexOf('.') + 1) });
  }
  if (rules.maxSize !== undefined && size > rules.maxSize * MEGABYTE) {
    throw new AppError('file.too_large', { limit: `${rules.maxSize} MB` });
  }
}

export function malformed(part: string, pointer = `#${part.slice(0, 80)}`): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });
}
