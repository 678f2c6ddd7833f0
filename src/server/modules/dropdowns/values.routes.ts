import type { FastifyInstance } from 'fastify';
import { DEFAULT_LANGUAGE, EMPTY_OPTION_ID, EMPTY_OPTION_TEXT } from '../../../shared/contracts/constants.ts';
import { type DropdownValue, listDropdownValues } from '../../../shared/contracts/dropdowns.contract.ts';
import { shippedLanguage } from '../../../shared/locale/language.ts';
import type { AppContext } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { idsOf } from '../../platform/lookup.ts';
import { found } from './dropdowns.routes.ts';
import { propertyConditions } from './values.rules.ts';
import { readValues } from './values.store.ts';

const LIMIT = 1000;

export function valueRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listDropdownValues, async ({ tx, params, query }) => {
    const conditions = propertyConditions(query);
    const ids = idsOf(query.ids);
    const { id } = await found(tx, params.dropdownId);
    const languageId = languageIdOf(params.languageId);
    const q = query.q?.trim().toLowerCase() ?? '';
    const asked = { dropdownId: id, languageId, q, ids, conditions, limit: query.limit ?? LIMIT };
    const values = await readValues(tx, asked);
    return query.withEmpty ? [...emptyOption(languageId, q), ...values] : values;
  });
}

/** `et-EE` becomes `et`. A language without texts is not an error: the default texts are used. */
function languageIdOf(name: string): string {
  return name.toLowerCase().split(/[-_]/)[0]!;
}

/** The option for no value, listed first; a search matches it like any other. */
function emptyOption(languageId: string, q: string): DropdownValue[] {
  const text = EMPTY_OPTION_TEXT[shippedLanguage(languageId)];
  if (!text.toLowerCase().includes(q)) return [];
  return [
    { id: EMPTY_OPTION_ID, text, defaultText: EMPTY_OPTION_TEXT[DEFAULT_LANGUAGE], properties: {}, active: true },
  ];
}
