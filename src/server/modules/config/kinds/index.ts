import type { ConfigKind } from '../kind.ts';
import { caseTypes } from './case-types.ts';
import { catalogueCategories, catalogueItems } from './catalogue.ts';
import { configTexts } from './config-texts.ts';
import { dimensions } from './dimensions.ts';
import { dropdowns } from './dropdowns.ts';
import { formFragments } from './form-fragments.ts';
import { forms } from './forms.ts';
import { groups } from './groups.ts';
import { languages } from './languages.ts';
import { menus } from './menus.ts';
import { numberSeries } from './number-series.ts';
import { processes } from './processes.ts';
import { registries } from './registries.ts';
import { settings } from './settings.ts';
import { tags } from './tags.ts';
import { texts } from './texts.ts';
import { views } from './views.ts';

/** All kinds of configuration; each refers only to those before it. */
export const CONFIG_KINDS: readonly ConfigKind[] = [
  languages,
  groups,
  tags,
  dimensions,
  dropdowns,
  numberSeries,
  forms,
  formFragments,
  registries,
  processes,
  caseTypes,
  catalogueCategories,
  catalogueItems,
  views,
  menus,
  settings,
  texts,
  configTexts,
];
