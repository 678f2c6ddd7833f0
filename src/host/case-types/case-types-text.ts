import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { caseTypesMessages } from './case-types.messages.ts';

/** Translates the texts of kinds of case. */
export type CaseTypesText = typeof caseTypesMessages extends Messages<infer Key> ? Translate<Key> : never;
