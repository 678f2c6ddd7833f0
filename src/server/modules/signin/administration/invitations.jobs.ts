import type { AppContext } from '../../../platform/context.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { sendTemporaryPassword } from '../recovery/recovery.ts';
import type { IdentityService } from '../service.ts';
import { findOwnAccount } from './administered-user.ts';

/** The job that invites a user by a temporary password. A repetition sends another one, and the former stops working. */
export const INVITATION_JOB = 'identity.invitation';

export function handleInvitationJobs(
  jobs: Pick<Jobs, 'handle'>,
  { db }: Pick<AppContext, 'db'>,
  service: IdentityService,
): void {
  jobs.handle(INVITATION_JOB, async (data, { tenantId }) => {
    const account = await db.signinTransaction((tx) => findOwnAccount(tx, tenantId, String(data.userId)));
    if (account) await sendTemporaryPassword(service, account, INVITATION_JOB);
  });
}
