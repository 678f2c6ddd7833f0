import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILES_PER_REQUEST, isAccepted, MEGABYTE } from '../../../shared/contracts/file-kinds.ts';
import type { ContentStore } from '../../platform/content/content-store.ts';
import { AppError } from '../../platform/errors.ts';
import { inMegabytes, type PendingUpload } from '../../platform/files.ts';
import { mediaTypeOf } from './content.rules.ts';
import { cleanFileName } from './file-name.rules.ts';

/** An uploaded file whose content matches its name. */
export interface CheckedFile {
  readonly incoming: PendingUpload;
  readonly fileName: string;
  readonly mediaType: string;
}

interface Part {
  readonly name: string;
  /** The name given by the sender. */
  readonly fileName: string;
  readonly incoming: PendingUpload;
}

/** A multipart body: fields as texts, files on disk. Names must be unique. */
export interface Parts {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly Part[];
}

/** Reads a multipart body of at most ten files. Deletes everything received if the body is truncated or refused. */
export async function readMultipart(request: FastifyRequest, contents: ContentStore, limit: number): Promise<Parts> {
  const fields = new Map<string, string>();
  const files: Part[] = [];
  try {
    // One byte above the limit, so that a file of exactly the limit is accepted.
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
    // Drains the rest of the body: a sender that is cut off never reads the response.
    request.raw.resume();
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (code === 'FST_FILES_LIMIT') throw new AppError('file.too_many', { max: FILES_PER_REQUEST });
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError('file.too_large', { limit: inMegabytes(limit) });
    // For a truncated or malformed body the parser throws a plain error.
    if (error instanceof AppError || statusCode !== undefined || code === 'ENOSPC') throw error;
    throw malformed('file');
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes the content of a JSON body. Throws 400 if it is not base64. */
export async function receiveBase64(contents: ContentStore, data: string, limit: number): Promise<PendingUpload> {
  const text = data.replace(/^data:[^,]{0,200};base64,/, '');
  if (!BASE64.test(text)) throw malformed('data', '/data');
  return contents.receive(Readable.from([Buffer.from(text, 'base64')]), limit);
}

/** File rules of the form field, in addition to the general ones: types and size. */
export interface PlaceRules {
  readonly accept?: readonly string[];
  readonly maxSize?: number;
}

/** Checks a file's name, its size, and whether its content matches its name. */
export async function checkFile(given: string, incoming: PendingUpload, rules: PlaceRules = {}): Promise<CheckedFile> {
  const fileName = cleanFileName(given);
  const mediaType = await mediaTypeOf(fileName, incoming);
  assertFits({ fileName, size: incoming.size }, rules);
  return { incoming, fileName, mediaType };
}

/** Throws `file.type_refused` and `file.too_large` by the rules of the field. */
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
