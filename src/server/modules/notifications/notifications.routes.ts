import type { FastifyInstance } from 'fastify';
import {
  getNotificationDefaults,
  getNotificationSettings,
  getUnsubscribe,
  putNotificationDefaults,
  putNotificationSettings,
  unsubscribe,
} from '../../../shared/contracts/notifications.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { without } from './settings.rules.ts';
import { readAddress, readDefaults, readSettings, writeDefaults, writeSettings } from './settings.store.ts';
import { openUnsubscribe, type UnsubscribeLink } from './unsubscribe.rules.ts';

export async function routes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve(app, context, getNotificationSettings, async ({ tx, session }) => {
    const { choices, hour } = await readSettings(tx, session.userId);
    const email = (await readAddress(tx, session.userId))?.email ?? null;
    return { choices, hour, email, timeZone: session.timeZone };
  });

  serve(app, context, putNotificationSettings, async ({ tx, session, body }) => {
    const { choices } = await readSettings(tx, session.userId);
    const settings = { ...body, choices: { ...choices, ...body.choices } };
    await writeSettings(tx, session.userId, settings);
    return settings;
  });

  serve(app, context, getNotificationDefaults, async ({ tx }) => readDefaults(tx));

  serve(app, context, putNotificationDefaults, async ({ tx, body }) => {
    const { choices } = await readDefaults(tx);
    const defaults = { ...body, choices: { ...choices, ...body.choices } };
    await writeDefaults(tx, defaults);
    return defaults;
  });

  // E-mail clients send the one-click unsubscribe as a form, which no other endpoint accepts.
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );

    serve(scope, context, getUnsubscribe, async ({ params, request }) => {
      const link = linkOf(context, params.token);
      return asUser(context, link, request.id, async (tx) => ({
        kinds: [...link.kinds],
        languageId: await readLanguage(tx, link.userId),
      }));
    });

    serve(scope, context, unsubscribe, async ({ params, request }) => {
      if (request.isMultipart()) request.raw.resume();
      const link = linkOf(context, params.token);
      return asUser(context, link, request.id, async (tx) => {
        const languageId = await readLanguage(tx, link.userId);
        const { choices, hour } = await readSettings(tx, link.userId);
        await writeSettings(tx, link.userId, { choices: without(choices, link.kinds), hour });
        return { kinds: [...link.kinds], languageId };
      });
    });
  });
}

function linkOf({ config }: AppContext, token: string): UnsubscribeLink {
  const link = openUnsubscribe(config.masterKey, token);
  if (!link) throw new AppError('unsubscribe.not_found');
  return link;
}

/** Runs in the user's name, so that the audit log shows the change as the user's own. */
function asUser<T>(
  { db }: AppContext,
  { tenantId, userId }: UnsubscribeLink,
  requestId: string,
  work: (tx: Tx) => Promise<T>,
) {
  return db.tenantTransaction({ tenantId, userId, requestId, via: 'mail' }, work);
}

async function readLanguage(tx: Tx, userId: string): Promise<string> {
  const person = await tx.selectFrom('app_user').select('language_id').where('id', '=', userId).executeTakeFirst();
  if (!person) throw new AppError('unsubscribe.not_found');
  return person.language_id;
}
