/** A change of one line that breaks a requirement. */
export interface Break {
  readonly id: string;
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const of = (id: string, path: string, from: string, to: string): Break => ({ id, path, from, to });
const SERVER = 'src/server/modules';

/** The requirements that users meet most, each with a change that one of its tests must notice. */
export const BREAKS: readonly Break[] = [
  of('LOG-13', 'src/shared/contracts/constants.ts', '/^(?=.{7})(?=', '/^(?=.{9})(?='),
  of('LOG-14', 'src/host/login/login.store.ts', "case 'SSO':", "case 'sso':"),
  of('ERR-01', `${SERVER}/signin/signin.rules.ts`, "if (user.status === 'UNCONFIRMED')", 'if (false)'),
  of('LOG-21', 'src/shared/session/store.ts', 'if (kept) await service.revoke(kept.refreshToken);', ''),
  of('GRD-03', 'src/host/routes.ts', 'path === guarded || path', 'path === guarded && path'),
  of(
    'GRD-04',
    'src/host/routes.ts',
    "if (!redirect?.startsWith('/') ||",
    "if (redirect) return redirect;\n  if (!redirect?.startsWith('/') ||",
  ),
  of('GRD-06', 'src/server/platform/http/serve.ts', 'if (!session.isProvider) throw', 'if (!session.isAdmin) throw'),
  of(
    'ROLE-02',
    `${SERVER}/menus/menus.rules.ts`,
    'caller.isAdmin && groups.some((group) => group !== PROVIDER)',
    'caller.isAdmin',
  ),
  of('ROLE-04', `${SERVER}/menus/menus.rules.ts`, 'a.priority - b.priority', 'b.priority - a.priority'),
  of('ROLE-05', 'src/server/platform/database-scope.ts', 'SET LOCAL ROLE verva_tenant; SELECT', 'SELECT'),
  of('TSK-01', `${SERVER}/tasks/access/tasks.rules.ts`, 'caller.groups.includes(link.principal.slice(2))', 'true'),
  of('TSK-02', `${SERVER}/inbox/orders.ts`, '[sql`ASC`, sql`DESC`];', '[sql`DESC`, sql`ASC`];'),
  of('TSK-08', `${SERVER}/tasks/forms/submission.ts`, "outcome.comment === 'required'", 'false'),
  of('TSK-14', `${SERVER}/mass-actions/mass-actions.rules.ts`, "if (dryRun) throw malformed('/dryRun');", ''),
  of('TSK-18', `${SERVER}/tasks/access/refusals.ts`, 'if (closed) throw closed;', ''),
  of('FRM-05', `${SERVER}/attachments/content.rules.ts`, 'byte >= 32 ||', 'byte >= 0 ||'),
  of('FRM-08', `${SERVER}/tasks/forms/submission.ts`, 'if (errors.length > 0) throw', 'if (false) throw'),
  of(
    'FIL-02',
    'src/server/platform/filters.ts',
    "operator === 'eq' ? 'blank' : 'notBlank'",
    "operator === 'eq' ? 'notBlank' : 'blank'",
  ),
  of('VAL-05', 'src/shared/contracts/password.rules.ts', 'lengthOf(password) < RESET_PASSWORD_MIN', 'false'),
  of('VAL-13', 'src/shared/contracts/profile.rules.ts', 'else if (!isEmail(email))', 'else if (false)'),
  of('DEL-06', `${SERVER}/delegations/delegations.rules.ts`, 'a.startDate <= b.endDate', 'a.startDate < b.endDate'),
  of('DEL-10', `${SERVER}/tasks/access/tasks.rules.ts`, 's.userId === userId &&', ''),
  of('BEY-04', `${SERVER}/tasks/access/tasks.rules.ts`, 'if (task.confidential !== null) return undefined;', ''),
  of(
    'BEY-06',
    `${SERVER}/deferred-actions/deferred-actions.rules.ts`,
    'const UNDO_MAX_SECONDS = 30;',
    'const UNDO_MAX_SECONDS = 5;',
  ),
  of('BEY-20', 'src/server/platform/element-scopes.ts', 'if (granted.length === 0) {', 'if (false) {'),
  of('BEY-28', `${SERVER}/processes/engine/four-eyes.rules.ts`, 'facts.requesters.has(id)', 'false'),
  of('MAN-07', `${SERVER}/manuals/reading/confirm.rules.ts`, 'reading.requireScroll && !reading.scrolled', 'false'),
  of('PUB-04', `${SERVER}/task-mails/actions.routes.ts`, 'if (action.usedAt) throw', 'if (false) throw'),
  of(
    'API-06',
    'src/server/platform/http/idempotency.ts',
    'const SAME_BODY_SECONDS = 60;',
    'const SAME_BODY_SECONDS = 600;',
  ),
];
