import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { tasksMessages } from './tasks.messages.ts';

/** Translates the texts of the list of all tasks. */
export type TasksText = typeof tasksMessages extends Messages<infer Key> ? Translate<Key> : never;
