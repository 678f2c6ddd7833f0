import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  CATALOGUE_CATEGORIES_MAX,
  CATALOGUE_ITEMS_MAX,
  type CatalogueCategory,
  type CatalogueItem,
  createCatalogueCategory,
  createCatalogueItem,
  deleteCatalogueCategory,
  deleteCatalogueItem,
  listCatalogueCategories,
  listCatalogueItems,
  updateCatalogueCategory,
  updateCatalogueItem,
} from '../../../shared/contracts/catalogue.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { linkAddress } from '../../../shared/contracts/link-address.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { filledTexts } from '../../platform/filled-texts.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { targetsOf } from './item-targets.ts';
import * as store from './items.store.ts';

/** Ids that are parts of the API's addresses. */
const RESERVED = new Set(['items', 'categories']);

/** The provider's view of the catalogue. */
export function itemRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listCatalogueCategories, async ({ tx }) => store.readCategories(tx));

  serve(app, context, createCatalogueCategory, async ({ tx, body, reply }) => {
    const { id, title, icon = null, position = 0 } = body;
    if (id === undefined) throw new AppError('request.missing_parameter', { parameter: 'id' });
    assertTitled(title);
    await store.lockCatalogue(tx);
    const known = await store.readCategories(tx);
    if (known.length >= CATALOGUE_CATEGORIES_MAX) throw full(CATALOGUE_CATEGORIES_MAX);
    if (!(await store.insertCategory(tx, { id, title: filledTexts(title), icon, position }))) throw idTaken(id);
    return taggedCategory(reply, await foundCategory(tx, id));
  });

  serve(app, context, updateCatalogueCategory, async ({ tx, params, body, request, reply }) => {
    const before = await foundCategory(tx, params.id);
    assertFresh(before, toCategory(before), request.headers['if-match'], body.version);
    const { title, icon = before.icon, position = before.position } = body;
    assertTitled(title);
    await store.changeCategory(tx, { id: before.id, title: filledTexts(title), icon, position });
    return taggedCategory(reply, await foundCategory(tx, before.id));
  });

  serve(app, context, deleteCatalogueCategory, async ({ tx, params, request }) => {
    const before = await foundCategory(tx, params.id);
    assertFresh(before, toCategory(before), request.headers['if-match']);
    const usedBy = await store.usesOfCategory(tx, before.id, languageOf(request));
    if (usedBy.length > 0) throw new AppError('catalogue.category_in_use', { count: usedBy.length }, { usedBy });
    await store.deleteCategory(tx, before.id);
    return null;
  });

  serve(app, context, listCatalogueItems, async (call) => {
    const items = await store.readItems(call.tx);
    const targets = await targetsOf(call, items);
    return items.map((item) => toItem(item, targets.blocked(item)));
  });

  serve(app, context, createCatalogueItem, async (call) => {
    const { tx, body } = call;
    const { id, ...fields } = body;
    if (id === undefined) throw new AppError('request.missing_parameter', { parameter: 'id' });
    const item = withFields({ ...EMPTY, id, kind: body.kind, target: body.target }, fields);
    await assertValid(tx, item);
    await store.lockCatalogue(tx);
    if ((await store.countItems(tx)) >= CATALOGUE_ITEMS_MAX) throw full(CATALOGUE_ITEMS_MAX);
    if (RESERVED.has(id) || !(await store.insertItem(tx, item))) throw idTaken(id);
    return answer(call, id);
  });

  serve(app, context, updateCatalogueItem, async (call) => {
    const { tx, params, body, request } = call;
    const before = await foundItem(tx, params.id);
    const targets = await targetsOf(call, [before]);
    assertFresh(before, toItem(before, targets.blocked(before)), request.headers['if-match'], body.version);
    const item = withFields(before, body);
    await assertValid(tx, item);
    await store.changeItem(tx, item);
    return answer(call, before.id);
  });

  serve(app, context, deleteCatalogueItem, async (call) => {
    const { tx, params, request } = call;
    const before = await foundItem(tx, params.id);
    const targets = await targetsOf(call, [before]);
    assertFresh(before, toItem(before, targets.blocked(before)), request.headers['if-match']);
    await store.deleteItem(tx, before.id);
    return null;
  });
}

const EMPTY = {
  category: null,
  title: {},
  description: {},
  keywords: {},
  icon: null,
  position: 0,
  groups: [],
  startForGroups: [],
  numberSeries: null,
  active: true,
} as const satisfies Partial<CatalogueItem>;

type SentItem = Partial<Omit<store.ItemFields, 'id'>>;

/** Fields that are not sent stay. */
function withFields(before: Omit<store.ItemFields, never>, sent: SentItem): store.ItemFields {
  const { title = before.title, description = before.description, keywords = before.keywords } = sent;
  return {
    id: before.id,
    category: sent.category === undefined ? before.category : sent.category,
    kind: sent.kind ?? before.kind,
    target: (sent.target ?? before.target).trim(),
    title: filledTexts(title),
    description: filledTexts(description),
    keywords: filledTexts(keywords),
    icon: sent.icon === undefined ? before.icon : sent.icon,
    position: sent.position ?? before.position,
    groups: sent.groups ?? before.groups,
    startForGroups: sent.startForGroups ?? before.startForGroups,
    numberSeries: sent.numberSeries === undefined ? before.numberSeries : sent.numberSeries,
    active: sent.active ?? before.active,
  };
}

function assertTitled(title: Texts): void {
  if (Object.keys(filledTexts(title)).length === 0) throw invalid([TITLE_MISSING]);
}

const TITLE_MISSING: FieldError = { pointer: '/title', code: 'field.required', params: { attribute: 'title' } };

/** Throws catalogue.invalid with every reference that does not exist. */
async function assertValid(tx: Tx, item: store.ItemFields): Promise<void> {
  const isLink = item.kind === 'link';
  const missing = await store.missingReferences(tx, {
    groups: [...item.groups, ...item.startForGroups],
    category: item.category,
    series: item.numberSeries,
    kind: item.kind,
    target: item.target,
  });
  const errors: FieldError[] = [];
  const unknown = (pointer: string, value: string | null) =>
    errors.push({ pointer, code: 'field.choice_unknown', params: { value } });
  if (missing.category) unknown('/category', item.category);
  if (missing.series) unknown('/numberSeries', item.numberSeries);
  if (missing.target) unknown('/target', item.target);
  if (isLink && linkAddress(item.target) === null)
    errors.push({ pointer: '/target', code: 'catalogue.address_invalid' });
  if (isLink && Object.keys(item.title).length === 0) errors.push(TITLE_MISSING);
  for (const field of ['groups', 'startForGroups'] as const) {
    for (const [index, group] of item[field].entries()) {
      if (missing.groups.includes(group)) unknown(`/${field}/${index}`, group);
    }
  }
  if (errors.length > 0) throw invalid(errors);
}

const invalid = (errors: FieldError[]): AppError => new AppError('catalogue.invalid', {}, { errors });
const full = (max: number): AppError => new AppError('catalogue.full', { max });

function idTaken(value: string): AppError {
  const params = { value };
  return new AppError('catalogue.id_taken', params, {
    errors: [{ pointer: '/id', code: 'catalogue.id_taken', params }],
  });
}

/** Reads and locks the category. Throws catalogue.category_not_found. */
async function foundCategory(tx: Tx, id: string): Promise<store.CategoryRow> {
  const category = await store.lockCategory(tx, id);
  if (!category) throw new AppError('catalogue.category_not_found');
  return category;
}

/** Reads and locks the item. Throws catalogue.item_not_found. */
async function foundItem(tx: Tx, id: string): Promise<store.ItemRow> {
  const item = await store.lockItem(tx, id);
  if (!item) throw new AppError('catalogue.item_not_found');
  return item;
}

const toCategory = ({ id, title, icon, position, version }: store.CategoryRow): CatalogueCategory => ({
  id,
  title,
  icon,
  position,
  version,
});

function taggedCategory(reply: FastifyReply, row: store.CategoryRow): CatalogueCategory {
  reply.header('etag', `"${row.version}"`);
  return toCategory(row);
}

function toItem(row: store.ItemRow, blocked: CatalogueItem['blocked']): CatalogueItem {
  const { updated_at: _, changer: __, ...item } = row;
  return { ...item, blocked };
}

async function answer(call: Caller & { readonly reply: FastifyReply }, id: string): Promise<CatalogueItem> {
  const row = await foundItem(call.tx, id);
  const targets = await targetsOf(call, [row]);
  call.reply.header('etag', `"${row.version}"`);
  return toItem(row, targets.blocked(row));
}
