import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { catalogueSettingsMessages } from './catalogue-settings.messages.ts';

/** Translates the texts of the settings of the catalogue. */
export type CatalogueSettingsText =
  typeof catalogueSettingsMessages extends Messages<infer Key> ? Translate<Key> : never;
