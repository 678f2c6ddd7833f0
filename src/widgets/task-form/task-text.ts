import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { taskFormMessages } from './task-form.messages.ts';

/** Gives the task's texts. */
export type TaskText = typeof taskFormMessages extends Messages<infer Key> ? Translate<Key> : never;
