import { pageWideSignal } from '../page/page-wide.ts';

/** The organisation that all calls of this page are about (its slug); null: the one to which the account belongs. */
export const chosenTenant = pageWideSignal<string | null>('tenant', null);
