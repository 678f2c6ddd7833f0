import { chosenTenant } from '../api/tenant.ts';
import type { Session } from '../contracts/session.contract.ts';
import { state } from './page-session.ts';
import { store, tenantChoice } from './page-store.ts';

/** Whether the user belongs to several organisations and has not chosen one for this tab yet. */
export const mustChooseTenant = ({ tenants }: Session): boolean => tenants.length > 1 && chosenTenant.value === null;

/** The organisation that this account chose last in this browser; null if none. */
export const lastTenant = (): string | null => tenantChoice.last();

/** Switches this tab to an organisation of the account and reloads the content. */
export async function chooseTenant(tenant: string): Promise<void> {
  const now = state.peek();
  tenantChoice.choose(tenant);
  if (now.status !== 'signed-in' || now.session.tenant.tenantId !== tenant) await store.relearn();
}
