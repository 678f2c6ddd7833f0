import { createFormatters, createIntlCache } from '@formatjs/intl';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, type LanguageId } from '../../../shared/contracts/constants.ts';
import { ERRORS, type ErrorCode, type ErrorParams, type Problem } from '../../../shared/contracts/errors.ts';
import { PROBLEM_TEXTS } from '../../../shared/contracts/problem-texts.ts';
import { localeOf, shippedLanguage, languageOf as supportedLanguage } from '../../../shared/locale/language.ts';
import { ownTexts } from '../../../shared/locale/own.ts';
import { DatabaseUnavailableError } from '../database.ts';
import { AppError } from '../errors.ts';

/** Typical duration of a database restart. */
export const RETRY_SECONDS = 2;
export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** Returns the text of a code in a language with its `{names}` filled in; English if there is no translation. */
function problemText(code: ErrorCode, params: ErrorParams, language: LanguageId, timeZone: string): string {
  const shipped = shippedLanguage(language);
  const product = shipped === 'en' ? undefined : PROBLEM_TEXTS[shipped][code];
  const values = () =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value, language, timeZone)]));
  const own = (id: LanguageId) => translated(ownTexts.byLanguage[id]?.[`errors.${code}`], id, values);
  const text = product ?? ERRORS[code].text;
  return (
    own(language) ??
    own(shipped) ??
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(params[name], language, timeZone))
  );
}

const formatters = createFormatters(createIntlCache());

/** Returns an own text with its values, or undefined if there is none or it no longer fits the code. */
function translated(text: string | undefined, language: LanguageId, values: () => Record<string, string>) {
  if (text === undefined) return undefined;
  try {
    return String(formatters.getMessageFormat(text, localeOf(language)).format(values()));
  } catch {
    // A value is missing: a translation of another version.
    return undefined;
  }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Formats a value for display: instants in the organisation's time zone, everything else unchanged. */
function shown(value: ErrorParams[string], language: LanguageId, timeZone: string): string {
  if (typeof value !== 'string' || !INSTANT.test(value)) return String(value ?? '');
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: language === 'en' ? 'short' : '2-digit',
    day: language === 'en' ? 'numeric' : '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(value));
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map((part) => [part.type, part.value]));
  const time = `${hour}:${minute}`;
  switch (language) {
    case 'en':
      return `${day} ${month} ${year}, ${time}`;
    case 'zh':
      return `${year}年${Number(month)}月${Number(day)}日 ${time}`;
    case 'et':
      return `${day}.${month}.${year} kell ${time}`;
    case 'ru':
      return `${day}.${month}.${year}, ${time}`;
    default: {
      const format = { timeZone, dateStyle: 'medium', timeStyle: 'short' } as const;
      return new Intl.DateTimeFormat(localeOf(language), format).format(new Date(value));
    }
  }
}

/** Returns the text of a code in the language of a request, with times in the caller's organisation's time zone. */
export function problemTitle(code: ErrorCode, params: ErrorParams, request: FastifyRequest): string {
  return problemText(code, params, languageOf(request), zoneOf(request));
}

/** Returns the language of a response: the known reader's, else the first supported one in Accept-Language, else the user's, else English. */
export function languageOf(request: FastifyRequest): LanguageId {
  const header = request.headers['accept-language'] ?? '';
  const asked = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = rest.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { tag, quality: Number(quality ?? 1) || 0 };
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
  const wanted = [request.reader?.languageId ?? '', ...asked, request.session?.languageId ?? ''];
  return wanted.map(supportedLanguage).find((one) => one !== undefined) ?? DEFAULT_LANGUAGE;
}

function zoneOf({ reader, session }: FastifyRequest): string {
  return reader?.timeZone ?? session?.timeZone ?? 'UTC';
}

/**
 * Describes a failure where no problem details are sent: inside a larger response, or on a page. In `languageId`,
 * else in the language of the request.
 */
export function problemOf(
  error: unknown,
  request: FastifyRequest,
  languageId?: string,
): {
  readonly code: ErrorCode;
  readonly status: number;
  readonly title: string;
  readonly language: LanguageId;
  readonly params?: Record<string, unknown>;
} {
  const { code, params, status } = asAppError(error, request);
  if (status >= 500) request.log.error({ err: error, code }, 'background work of a request failed');
  const language = supportedLanguage(languageId ?? '') ?? languageOf(request);
  const title = problemText(code, params, language, zoneOf(request));
  return { code, status, title, language, ...(Object.keys(params).length > 0 ? { params: { ...params } } : {}) };
}

/** Returns a problem document in English, for input that never becomes a request. */
export function problemDocument(code: ErrorCode, params: ErrorParams, requestId: string): Problem {
  return {
    type: `/problems/${code}`,
    title: problemText(code, params, 'en', 'UTC'),
    status: ERRORS[code].status,
    instance: `urn:verva:request:${requestId}`,
    code,
    ...(Object.keys(params).length > 0 ? { params } : {}),
  };
}

/** Responds with RFC 9457 problem details. Handles every thrown error and exposes only intended details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asAppError(error, request);
  const language = languageOf(request);
  const timeZone = zoneOf(request);
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed');
  else request.log.info({ code: known.code }, 'request refused');
  const { errors, ...members } = known.extra;
  const problem: Problem & Record<string, unknown> = {
    ...members,
    ...request.reader,
    type: `/problems/${known.code}`,
    title: problemText(known.code, known.params, language, timeZone),
    status: known.status,
    instance: `urn:verva:request:${request.id}`,
    code: known.code,
    ...(Object.keys(known.params).length > 0 ? { params: known.params } : {}),
    ...(errors
      ? {
          errors: errors.map((one) => ({
            ...one,
            title: problemText(one.code, one.params ?? {}, language, timeZone),
          })),
        }
      : {}),
  };
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
  if (known.code === 'database.unavailable') reply.header('retry-after', String(RETRY_SECONDS));
  if (known.code === 'rate.exceeded' || known.code === 'server.busy')
    reply.header('retry-after', String(known.params.seconds ?? 1));
  return reply
    .status(known.status)
    .type(PROBLEM_MEDIA_TYPE)
    .header('content-language', language)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem));
}

function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailableError) return new AppError('database.unavailable');
  const failure = error as Partial<FastifyError> & { readonly constraint?: string };
  return ofDatabase(failure) ?? ofFramework(failure, request) ?? new AppError('server.error');
}

/** Maps errors that the framework throws before a handler runs. */
function ofFramework(
  { code, statusCode, message = '' }: Partial<FastifyError>,
  { routeOptions }: FastifyRequest,
): AppError | undefined {
  const limit = `${Math.round(routeOptions.bodyLimit / 10_485.76) / 100} MB`;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('request.too_large', { limit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('request.media_type');
  }
  if (statusCode === 413) return new AppError('request.too_large', { limit });
  if (statusCode === 414) return new AppError('request.uri_too_long');
  if (statusCode === 415) return new AppError('request.media_type');
  if (statusCode === 404) return new AppError('request.not_found');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('request.invalid', {}, { detail: message.slice(0, 200) });
  }
  return undefined;
}

/** Maps database errors by SQLSTATE. A policy violation (42501) is our own fault: it stays a 500 and an alarm. */
function ofDatabase({
  code,
  constraint,
}: {
  readonly code?: string;
  readonly constraint?: string;
}): AppError | undefined {
  switch (code) {
    // A value that the column's type cannot hold: the caller's ids, numbers or texts.
    case '22P02':
    case '22P05':
    case '22003':
    case '22007':
    case '22008':
    case '22021':
      return new AppError('request.invalid');
    case '40001':
    case '40P01':
    case '55P03':
      return new AppError('instance.locked');
    case '57014':
      return new AppError('query.timeout');
    // A full disk: of the database (53100), or of the file content.
    case '53100':
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('storage.full');
    case '23P01':
      return constraint === 'delegation_overlap' ? new AppError('delegation.overlap') : undefined;
    case '23505':
      if (constraint === 'record_number') return new AppError('record.number_taken');
      return constraint === 'form_pkey' ? new AppError('form.id_taken') : undefined;
    default:
      return undefined;
  }
}
