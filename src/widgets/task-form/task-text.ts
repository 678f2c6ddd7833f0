import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { taskFormMessages } from './task-form.messages.ts';

/** Translates the texts of the task. */
export type TaskText = typeof taskFormMessages extends Messages<infer Key> ? Translate<Key> : never;
