import {
  ADMINISTRATION_SCOPES,
  ELEMENT_IMPORT_ROWS_MAX,
  includesScope,
} from '../../shared/contracts/element-scopes.ts';
import type { Endpoint, ScopeName } from '../../shared/contracts/endpoint.ts';
import { AppError } from './errors.ts';
import type { CallerSession } from './session.ts';

type Scopes = Pick<CallerSession, 'scopes' | 'isAdmin'>;

const isForAdministration = (scope: string): boolean => (ADMINISTRATION_SCOPES as readonly string[]).includes(scope);

/**
 * Throws `scope.missing` for an element token without a scope that the endpoint accepts, and `access.denied` for one whose
 * only such scopes are for administrators while its user is none. Every element token includes `session`.
 */
export function assertScope({ scopes, isAdmin }: Scopes, scope: Endpoint['scope']): void {
  if (scopes === null) return;
  const needed = scope === null ? [] : [scope].flat();
  if (needed.includes('session')) return;
  const granted = needed.filter((one) => scopes.includes(one));
  if (granted.length === 0) {
    throw new AppError('scope.missing', { needed: needed.join(', ') || 'a full identity token' });
  }
  if (!isAdmin && granted.every(isForAdministration)) throw new AppError('access.denied');
}

/** Whether an element sent the request. */
export const isElement = ({ scopes }: Pick<CallerSession, 'scopes'>): boolean => scopes !== null;

/** Refuses elements what administrators do only in the application. Throws `element.application_only`. */
export function assertInApplication(session: Pick<CallerSession, 'scopes'>): void {
  if (isElement(session)) throw new AppError('element.application_only');
}

/** Files with whole lists of users and reference data are for the application only. Throws `element.application_only`. */
export function assertMayExport(session: Pick<CallerSession, 'scopes'>, { scope }: Pick<Endpoint, 'scope'>): void {
  if ([scope ?? []].flat().some(isForAdministration)) assertInApplication(session);
}

/** Whether the token has one of these scopes; a full identity token has all. */
export const hasScope = ({ scopes }: Pick<CallerSession, 'scopes'>, needed: readonly ScopeName[]): boolean =>
  includesScope(scopes, needed);

/** Elements import few rows at once. Throws `import.too_many_rows`. */
export function assertImportSize(session: Pick<CallerSession, 'scopes'>, rows: number): void {
  if (isElement(session) && rows > ELEMENT_IMPORT_ROWS_MAX) {
    throw new AppError('import.too_many_rows', { max: ELEMENT_IMPORT_ROWS_MAX });
  }
}
