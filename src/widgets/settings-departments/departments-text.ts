import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { departmentsMessages } from './departments.messages.ts';

/** Translates the texts of the department settings. */
export type DepartmentsText = typeof departmentsMessages extends Messages<infer Key> ? Translate<Key> : never;
