import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { manualPartsMessages } from './parts.messages.ts';

export type PartText = typeof manualPartsMessages extends Messages<infer Key> ? Translate<Key> : never;
