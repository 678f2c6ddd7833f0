import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { dimensionsMessages } from './dimensions.messages.ts';

/** Translates the texts of the dimension settings. */
export type DimensionsText = typeof dimensionsMessages extends Messages<infer Key> ? Translate<Key> : never;
