import type { Messages, Translate } from '../locale/index.ts';
import type { registryPageMessages } from './registry.messages.ts';

/** Translates the texts of the page of a registry. */
export type RegistryText = typeof registryPageMessages extends Messages<infer Key> ? Translate<Key> : never;
