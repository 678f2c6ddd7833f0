import { verifyAuditLog } from '../../../shared/contracts/audit.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { verifyAudit } from './verify.ts';

export { auditResource } from './audit.resource.ts';
export { handleAuditSeals, sealAudit } from './seal.jobs.ts';
export { type OrganisationReport, verifyAudit, verifyOrganisations } from './verify.ts';

/** The audit log: /api/audit. Its rows are the resource `audit`. */
export const audit: ServerModule = (app, context) => {
  // The tenant role cannot read seals: the report is computed by the service role, for the caller's organisation only.
  serve(app, context, verifyAuditLog, ({ session }) => verifyAudit(context.db, session.tenantId), {
    transaction: 'none',
  });
};
