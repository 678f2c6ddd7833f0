import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  addFavourite,
  type Catalogue,
  deleteStartDraft,
  getCatalogue,
  getStartForm,
  putStartDraft,
  removeFavourite,
  startCase,
  startItem,
} from '../../../shared/contracts/catalogue.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import type { AppContext } from '../../platform/context.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { dictionaryOf, withTexts } from '../config-texts/index.ts';
import { discardDraft, saveDraft } from '../form-drafts/index.ts';
import { scopeOf } from '../processes/index.ts';
import { adoptFiles } from './case-files.ts';
import { readEntries } from './entries.query.ts';
import { readCategories } from './items.store.ts';
import { setFavourite, startFromCatalogue } from './start.ts';
import { startFormFor } from './start-form.ts';
import { itemOfKind, startableItem, visibleItem } from './startable.ts';

export function catalogueRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getCatalogue, async (call) => {
    const { tx, request, reply } = call;
    const language = languageOf(request);
    const items = await readEntries(call, language);
    const used = new Set(items.map(({ category }) => category));
    const texts = await dictionaryOf(tx, scopeOf(call));
    const categories = (await readCategories(tx))
      .filter(({ id }) => used.has(id))
      .map((category) => withTexts(category, texts.of('catalogue-categories', category.id)))
      .map(({ id, title, icon }) => ({ id, title: textOf(title, language) || id, icon }));
    const catalogue: Catalogue = { categories, items };
    const etag = `"${createHash('sha256').update(JSON.stringify(catalogue)).digest('base64url').slice(0, 22)}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization, accept-language');
    if (request.headers['if-none-match'] === etag) reply.status(304).send();
    return catalogue;
  });

  serve(app, context, addFavourite, async (call) => {
    await setFavourite(call.tx, (await visibleItem(call, call.params.id)).item.id, true);
    return null;
  });

  serve(app, context, removeFavourite, async (call) => {
    await setFavourite(call.tx, (await visibleItem(call, call.params.id)).item.id, false);
    return null;
  });

  serve(app, context, getStartForm, async (call) =>
    startFormFor(call, await startableItem(call, call.params.id), languageOf(call.request)),
  );

  serve(app, context, putStartDraft, async (call) => {
    const { item, found, form } = await startableItem(call, call.params.id);
    const { rev, base, values, unread = {}, formVersion = form?.number ?? null } = call.body;
    const owner = { kind: 'start', id: item.id } as const;
    const draft = await saveDraft(call, {
      owner,
      formId: found.formId,
      formVersion,
      rev,
      base,
      values,
      unread,
      comment: null,
    });
    if (form) await adoptFiles(call.tx, draft.id, form.body, values);
    return draft;
  });

  serve(app, context, deleteStartDraft, async (call) => {
    // Discarding needs no permission to start: a user may have lost it since.
    const owner = { kind: 'start', id: call.params.id } as const;
    await discardDraft(call, owner);
    return null;
  });

  serve(app, context, startItem, async (call) =>
    startFromCatalogue(call, call.params.id, call.body, languageOf(call.request)),
  );

  serve(app, context, startCase, async (call) => {
    const id = await itemOfKind(call, call.params.caseTypeId);
    return startFromCatalogue(call, id, call.body, languageOf(call.request));
  });
}
