import { pageWideSignal } from '../page/page-wide.ts';

/** Slug of the organisation of all calls of this page; null: the account's own. */
export const chosenTenant = pageWideSignal<string | null>('tenant', null);
