import type { TokenVerdict } from '../../../shared/contracts/doctor.contract.ts';
import { TokenRefused } from '../../platform/auth/token-checks.ts';
import { AppError } from '../../platform/errors.ts';

/** Translates a refusal of the verifier for page developers. Rethrows other errors. */
export function tokenVerdictOf(error: unknown): TokenVerdict {
  if (error instanceof TokenRefused) return error.why;
  if (!(error instanceof AppError)) throw error;
  switch (error.code) {
    case 'session.expired':
      return 'expired';
    case 'session.revoked':
      return 'revoked';
    case 'identity.unavailable':
      return 'provider';
    case 'tenant.not_a_member':
    case 'tenant.suspended':
    case 'tenant.choice_required':
      return 'organisation';
    default:
      return 'refused';
  }
}
