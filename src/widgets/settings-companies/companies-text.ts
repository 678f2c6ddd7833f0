import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { companiesMessages } from './companies.messages.ts';

/** Translates the texts of the company settings. */
export type CompaniesText = typeof companiesMessages extends Messages<infer Key> ? Translate<Key> : never;
