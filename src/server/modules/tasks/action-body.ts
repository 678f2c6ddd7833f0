import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { TaskAction } from '../../../shared/contracts/tasks.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { assertReadable } from '../../platform/http/readable.ts';

const schema = Compile(TaskAction);

/**
 * What somebody wants to do with a task: the JSON body, or of a multipart body the part `action` (JSON) beside
 * `attachments` (an empty JSON array; files are not taken yet). Throws 400 with the part that cannot be read.
 */
export async function readAction(request: FastifyRequest, body: unknown): Promise<TaskAction> {
  if (!request.isMultipart()) return body as TaskAction;
  try {
    return await readParts(request);
  } catch (error) {
    // The plugin's own refusals (too many parts, too large) carry a status; a body that breaks off is a plain error.
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw malformed('action');
  }
}

async function readParts(request: FastifyRequest): Promise<TaskAction> {
  let action: TaskAction | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      part.file.resume();
      throw malformed(part.fieldname);
    }
    const value = typeof part.value === 'string' ? part.value : undefined;
    if (part.fieldname === 'action' && action === undefined && value !== undefined) action = readPart('action', value);
    else if (part.fieldname === 'attachments' && value !== undefined) assertNoAttachments(value);
    else throw malformed(part.fieldname);
  }
  if (action === undefined) throw malformed('action');
  return action;
}

function readPart(name: string, text: string): TaskAction {
  const value = parse(name, text);
  assertReadable(value);
  if (!schema.Check(value)) throw malformed(name);
  return value;
}

function assertNoAttachments(text: string): void {
  const value = parse('attachments', text);
  if (!Array.isArray(value) || value.length > 0) throw malformed('attachments');
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(name);
  }
}

function malformed(part: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer: `#${part}`, code: 'request.invalid' }] });
}
