import { SIGN_IN_MODES, type SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasProvider, readAdministrators, usableModes } from '../signin/index.ts';

interface ModesChange {
  readonly tenantId: number;
  readonly modes: readonly SignInMode[];
  readonly before: readonly SignInMode[];
  /** Whether text messages can be sent. */
  readonly sendsCodes: boolean;
  /** Runs work as the organisation, and as `verva_signin`. */
  readonly asTenant: <T>(work: () => Promise<T>) => Promise<T>;
  readonly asSignin: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Refuses modes with which no administrator of the organisation could sign in. Throws `sign_in.no_mode`,
 * `sign_in.no_provider`, `sign_in.locks_out`.
 */
export async function assertUsable(tx: Tx, change: ModesChange): Promise<void> {
  const { tenantId, modes, before, sendsCodes, asTenant, asSignin } = change;
  if (modes.length === 0) throw marked('sign_in.no_mode');
  // More modes than before lock out no administrator.
  if (before.every((mode) => modes.includes(mode))) return;
  const userIds = await asTenant(() => readAdministrators(tx));
  await asSignin(async () => {
    const needsProvider = modes.every((mode) => mode === 'singleSignOn');
    if (needsProvider && !(await hasProvider(tx, tenantId))) throw marked('sign_in.no_provider');
    if (userIds.length === 0) return;
    const usable = await usableModes(tx, { tenantId, userIds, sendsCodes });
    if (!modes.some((mode) => usable.has(mode))) throw marked('sign_in.locks_out');
  });
}

const marked = (code: 'sign_in.no_mode' | 'sign_in.no_provider' | 'sign_in.locks_out') =>
  new AppError(code, {}, { errors: [{ pointer: '/modes', code }] });

/** The modes of a comma-separated list; undefined when one of them does not exist. */
export function modesOf(list: string): readonly SignInMode[] | undefined {
  const names = list.split(',').map((name) => name.trim());
  const modes = SIGN_IN_MODES.filter((mode) => names.includes(mode));
  return names.every((name) => modes.some((mode) => mode === name)) ? modes : undefined;
}
