import type { FastifyInstance, FastifyReply } from 'fastify';
import { languageName } from '../../../shared/contracts/language-name.ts';
import {
  createLanguage,
  getLanguages,
  type Language,
  updateLanguage,
} from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import { isAllowed, isLanguageId, knownLocale, usualLocale } from './languages.rules.ts';
import * as store from './languages.store.ts';

/** Languages of an organisation (PRV-06): the shipped ones, and those that the provider adds. */
export function languageRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getLanguages, async ({ tx }) => store.readLanguages(tx));

  serve(app, context, createLanguage, async ({ tx, body, reply }) => {
    const languageId = body.languageId?.trim() ?? '';
    if (languageId === '') throw new AppError('request.missing_parameter', { parameter: 'languageId' });
    assertKnown(languageId, body.locale);
    const { name = languageName(languageId), fallback = 'en', enabled = true } = body;
    const locale = knownLocale(body.locale ?? usualLocale(languageId), languageId) ?? languageId;
    if (!(await store.insertLanguage(tx, { languageId, name: name.trim(), locale, fallback, enabled }))) {
      const fault = { pointer: '/languageId', code: 'language.id_taken' } as const;
      throw new AppError('language.id_taken', {}, { errors: [fault] });
    }
    return changed(tx, languageId, reply);
  });

  serve(app, context, updateLanguage, async ({ tx, params, body, request, reply }) => {
    const before = await store.lockLanguage(tx, params.languageId);
    if (!before) throw new AppError('language.not_found');
    const { updated_at: updatedAt, changer, ...language } = before;
    assertFresh(
      { version: language.version, updated_at: updatedAt, changer },
      language,
      request.headers['if-match'],
      body.version,
    );
    if (body.languageId !== undefined && body.languageId !== language.languageId) {
      const fault = {
        pointer: '/languageId',
        code: 'field.not_editable',
        params: { attribute: 'languageId' },
      } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    const {
      name = language.name,
      locale = language.locale,
      fallback = language.fallback,
      enabled = language.enabled,
    } = body;
    const after = { ...language, name: name.trim(), locale, fallback, enabled };
    if (!isAllowed(language.languageId, language, after)) throw new AppError('language.is_shipped');
    if (locale !== language.locale) assertKnown(language.languageId, locale);
    if (language.enabled && !enabled) store.assertUnused(await store.usesOfLanguage(tx, language.languageId));
    await store.updateLanguage(tx, { ...after, locale: knownLocale(locale, language.languageId) ?? locale });
    return changed(tx, language.languageId, reply);
  });
  serveMissing(app, context, updateLanguage);
}

function assertKnown(languageId: string, locale: string | undefined): void {
  if (!isLanguageId(languageId) || knownLocale(languageId, languageId) === undefined) {
    const fault = { pointer: '/languageId', code: 'language.unknown' } as const;
    throw new AppError('language.unknown', {}, { errors: [fault] });
  }
  if (locale !== undefined && knownLocale(locale, languageId) === undefined) {
    throw new AppError('language.unknown', {}, { errors: [{ pointer: '/locale', code: 'language.unknown' }] });
  }
}

async function changed(tx: Tx, languageId: string, reply: FastifyReply): Promise<Language> {
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'languages' } });
  const found = (await store.readLanguages(tx)).find((one) => one.languageId === languageId)!;
  reply.header('etag', `"${found.version}"`);
  return found;
}
