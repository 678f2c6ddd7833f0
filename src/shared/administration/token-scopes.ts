import { includesScope } from '../contracts/element-scopes.ts';
import type { ScopeName } from '../contracts/endpoint.ts';
import { shownSession } from '../session/index.ts';

/** The scopes of the page's element token; null: a full token, as of users who sign in themselves. Reads a signal. */
const scopesOfPage = (): readonly string[] | null => shownSession.value?.scopes ?? null;

/** Whether the page's token has one of these scopes. */
export const hasScope = (...needed: readonly ScopeName[]): boolean => includesScope(scopesOfPage(), needed);

/** Whether the page has an element token, with which some things are possible in the application only. */
export const isElementToken = (): boolean => scopesOfPage() !== null;
