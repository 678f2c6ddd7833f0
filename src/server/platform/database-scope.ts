import { isUuid } from './uuid.ts';
/** The actor of one transaction. Read by the database's policies and audit triggers. */
export interface TenantScope {
  readonly tenantId: number;
  readonly userId: string | null;
  readonly requestId?: string;
  /** Id of the delegator the user acts for. */
  readonly onBehalfOf?: string;
  /** The reason that the user entered, for the audit log. */
  readonly reason?: string;
  /**
   * Through what the change comes, for the audit log: `application` (the default of requests), `element: Name (origin)`, `mail` or
   * `command`.
   */
  readonly via?: string;
  /** PostgreSQL ends a longer statement with 57014. The embedded database has no limit. */
  readonly timeoutMs?: number;
  /** Every statement reads the rows as they were when the transaction began. */
  readonly isSnapshot?: true;
}

/** The actor outside of a tenant's transaction. */
export type Actor = Partial<Pick<TenantScope, 'userId' | 'requestId' | 'via'>>;

/** The statements after BEGIN that set the tenant of this transaction: one text, so that they need no extra round trip. */
export function tenantPreamble(scope: TenantScope): string {
  const { tenantId, userId, requestId, onBehalfOf, reason, timeoutMs, isSnapshot } = scope;
  if (!Number.isSafeInteger(tenantId) || tenantId <= 0 || tenantId > 0x7fffffff) {
    throw new TypeError('A tenant transaction needs the number of a tenant.');
  }
  const settings = [
    `set_config('app.tenant_id','${tenantId}',true)`,
    `set_config('app.user_id','${uuid(userId)}',true)`,
    ...(requestId === undefined ? [] : [`set_config('app.request_id',${literal(requestId.slice(0, 100))},true)`]),
    ...(onBehalfOf === undefined ? [] : [`set_config('app.on_behalf_of','${uuid(onBehalfOf)}',true)`]),
    ...(reason === undefined ? [] : [`set_config('app.reason',${literal(reason.slice(0, 1000))},true)`]),
    ...viaSetting(scope),
    ...(timeoutMs === undefined
      ? []
      : [`set_config('statement_timeout','${Math.max(1, Math.round(timeoutMs))}',true)`]),
  ];
  const isolation = isSnapshot ? 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; ' : '';
  return `${isolation}SET LOCAL ROLE verva_tenant; SELECT ${settings.join(',')}`;
}

/** The statements after BEGIN that set the sign-in role of this transaction, with the actor for the audit triggers. */
export function signinPreamble(actor: Actor = {}): string {
  const { userId = null, requestId } = actor;
  const settings = [
    ...(userId === null ? [] : [`set_config('app.user_id','${uuid(userId)}',true)`]),
    ...(requestId === undefined ? [] : [`set_config('app.request_id',${literal(requestId.slice(0, 100))},true)`]),
    ...viaSetting(actor),
  ];
  const role = 'SET LOCAL ROLE verva_signin';
  return settings.length === 0 ? role : `${role}; SELECT ${settings.join(',')}`;
}

function viaSetting({ requestId, via = requestId && 'application' }: Actor): string[] {
  return via ? [`set_config('app.via',${literal(via.slice(0, 500))},true)`] : [];
}

function uuid(value: string | null): string {
  if (value === null) return '';
  if (!isUuid(value)) throw new TypeError('A tenant transaction needs the id of a person.');
  return value;
}

/** Returns a quoted SQL literal, correct for every setting of standard_conforming_strings. */
function literal(text: string): string {
  const clean = text.replaceAll('\0', '').replaceAll("'", "''");
  return clean.includes('\\') ? `E'${clean.replaceAll('\\', '\\\\')}'` : `'${clean}'`;
}
