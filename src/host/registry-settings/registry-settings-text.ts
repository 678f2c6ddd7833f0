import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { registrySettingsMessages } from './registry-settings.messages.ts';

/** Translates the texts of the settings of registries. */
export type RegistrySettingsText = typeof registrySettingsMessages extends Messages<infer Key> ? Translate<Key> : never;
