import type { Messages, Translate } from '../../locale/index.ts';
import type { previewMessages } from './preview.messages.ts';

export type PreviewText = typeof previewMessages extends Messages<infer Key> ? Translate<Key> : never;
