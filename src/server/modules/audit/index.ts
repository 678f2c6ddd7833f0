import { getAuditSettings, putAuditSettings, verifyAuditLog } from '../../../shared/contracts/audit.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { readAuditSettings, writeAuditSettings } from './settings.store.ts';
import { verifyAudit } from './verify.ts';

export { auditResource } from './audit.resource.ts';
export { expireAudit, handleAuditRetention } from './retention.jobs.ts';
export { handleAuditSeals, sealAudit } from './seal.jobs.ts';
export {
  hasUnsealedRows,
  type OrganisationReport,
  verifyAudit,
  verifyNextSeals,
  verifyOrganisations,
} from './verify.ts';

/** The audit log: /api/audit. Its rows are the resource `audit`. */
export const audit: ServerModule = (app, context) => {
  serve(app, context, getAuditSettings, ({ tx }) => readAuditSettings(tx));

  serve(app, context, putAuditSettings, async ({ tx, body }) => {
    await writeAuditSettings(tx, body);
    return body;
  });

  // The tenant role cannot read seals: the report is computed by the service role, for the caller's organisation only.
  serve(app, context, verifyAuditLog, ({ session }) => verifyAudit(context.db, session.tenantId), {
    transaction: 'none',
  });
};
