import type { Messages, Translate } from '../../locale/index.ts';
import type { filesMessages } from './files.messages.ts';

export type FilesText = typeof filesMessages extends Messages<infer Key> ? Translate<Key> : never;
