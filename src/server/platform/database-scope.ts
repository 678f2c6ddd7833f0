/** Who acts, for one transaction. The database's policies and audit triggers read it. */
export interface TenantScope {
  readonly tenantId: number;
  readonly userId: string | null;
  readonly requestId?: string;
  /** Id of the person for whom the user stands in. */
  readonly onBehalfOf?: string;
  /** What a person gave as the reason; goes into the audit log. */
  readonly reason?: string;
  /** A statement that runs longer is ended by PostgreSQL with 57014. The embedded database ends none. */
  readonly timeoutMs?: number;
}

/** Who acts outside of a tenant's transaction. */
export type Actor = Partial<Pick<TenantScope, 'userId' | 'requestId'>>;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The statements after BEGIN that make this transaction the tenant's: one text, so that they cost no round trip of their own. */
export function tenantPreamble(scope: TenantScope): string {
  const { tenantId, userId, requestId, onBehalfOf, reason, timeoutMs } = scope;
  if (!Number.isSafeInteger(tenantId) || tenantId <= 0 || tenantId > 0x7fffffff) {
    throw new TypeError('A tenant transaction needs the number of a tenant.');
  }
  const settings = [
    `set_config('app.tenant_id','${tenantId}',true)`,
    `set_config('app.user_id','${uuid(userId)}',true)`,
    ...(requestId === undefined ? [] : [`set_config('app.request_id',${literal(requestId.slice(0, 100))},true)`]),
    ...(onBehalfOf === undefined ? [] : [`set_config('app.on_behalf_of','${uuid(onBehalfOf)}',true)`]),
    ...(reason === undefined ? [] : [`set_config('app.reason',${literal(reason.slice(0, 1000))},true)`]),
    ...(timeoutMs === undefined
      ? []
      : [`set_config('statement_timeout','${Math.max(1, Math.round(timeoutMs))}',true)`]),
  ];
  return `SET LOCAL ROLE verva_tenant; SELECT ${settings.join(',')}`;
}

/** The statements after BEGIN that make this transaction the sign-in's, with the actor for the audit triggers. */
export function signinPreamble({ userId = null, requestId }: Actor = {}): string {
  const settings = [
    ...(userId === null ? [] : [`set_config('app.user_id','${uuid(userId)}',true)`]),
    ...(requestId === undefined ? [] : [`set_config('app.request_id',${literal(requestId.slice(0, 100))},true)`]),
  ];
  const role = 'SET LOCAL ROLE verva_signin';
  return settings.length === 0 ? role : `${role}; SELECT ${settings.join(',')}`;
}

function uuid(value: string | null): string {
  if (value === null) return '';
  if (!UUID.test(value)) throw new TypeError('A tenant transaction needs the id of a person.');
  return value;
}

/** A quoted SQL literal of any text, right for every setting of standard_conforming_strings. */
function literal(text: string): string {
  const clean = text.replaceAll('\0', '').replaceAll("'", "''");
  return clean.includes('\\') ? `E'${clean.replaceAll('\\', '\\\\')}'` : `'${clean}'`;
}
