import { sql } from 'kysely';
import type { Tx } from './database-handle.ts';
import { signinPreamble, type TenantScope, tenantPreamble } from './database-scope.ts';

/**
 * Continues the transaction as another role, until its end or the next switch. For creating an organisation or a user:
 * the rows belong to several roles and must be committed together.
 */
export async function continueAs(tx: Tx, role: 'system' | 'signin' | TenantScope): Promise<void> {
  // A tenant of the transaction so far must not remain in effect for another role.
  await sql`SELECT set_config('app.tenant_id', '', true)`.execute(tx);
  await sql.raw(preambleOf(role)).execute(tx);
}

function preambleOf(role: 'system' | 'signin' | TenantScope): string {
  if (role === 'system') return 'SET LOCAL ROLE verva_system';
  return role === 'signin' ? signinPreamble() : tenantPreamble(role);
}
