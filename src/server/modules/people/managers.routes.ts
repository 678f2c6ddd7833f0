import type { FastifyInstance } from 'fastify';
import {
  getUserManagers,
  listManagedUsers,
  putUserManagers,
  type UserManagers,
} from '../../../shared/contracts/people.contract.ts';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { findUser, lockUser, personOfPath } from '../users/index.ts';
import {
  findCandidates,
  findCircle,
  lockManagers,
  type ManagerKind,
  readManaged,
  readManagers,
  writeManagers,
} from './managers.store.ts';

export function managerRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listManagedUsers, async ({ tx, session }) => readManaged(tx, session.userId));

  serve(app, context, getUserManagers, async ({ tx, params, session }) => {
    const user = await foundUser(tx, session, params.userId);
    if (user.key !== session.userId && !session.isAdmin) throw new AppError('access.denied');
    return readManagers(tx, user.key);
  });

  serve(app, context, putUserManagers, async ({ tx, params, body, session }) => {
    await lockManagers(tx);
    await lockUser(tx, personOfPath(params.userId, session));
    const user = await foundUser(tx, session, params.userId);
    const keys = await keysOf(tx, user, body);
    if (user.managedBy !== undefined) await assertSameLine(tx, user, keys.line);
    for (const kind of ['line', 'functional'] as const) await writeManagers(tx, user.key, kind, keys[kind]);
    const circle = await findCircle(tx, user.key);
    if (circle) throw new AppError('manager.cycle', { name: user.name, other: circle.name });
    return readManagers(tx, user.key);
  });
}

/** The directory of a user keeps the line manager. Throws `user.invalid` for another one. */
async function assertSameLine(tx: Tx, user: User, wanted: readonly string[]): Promise<void> {
  const { line } = await readManagers(tx, user.key);
  const isSame = line.length === wanted.length && line.every(({ key }) => wanted.includes(key));
  if (isSame) return;
  const params = { attribute: 'line' };
  throw new AppError('user.invalid', {}, { errors: [{ pointer: '/line', code: 'field.not_editable', params }] });
}

/** Throws user.not_found. */
async function foundUser(tx: Tx, session: CallerSession, userId: string): Promise<User> {
  const user = await findUser(tx, personOfPath(userId, session), 'account');
  if (!user || user.status === 'erased') throw new AppError('user.not_found');
  return user;
}

/** Returns the keys of the managers. Throws `user.invalid` for unknown ones, and where a user would be the own manager. */
async function keysOf(
  tx: Tx,
  user: User,
  wanted: Readonly<Record<ManagerKind, readonly string[]>>,
): Promise<Record<ManagerKind, string[]>> {
  const found = await findCandidates(tx, [...wanted.line, ...wanted.functional]);
  const keyOf = (id: string) => found.find((one) => one.id === id.toLowerCase() || one.key === id.toLowerCase())?.key;
  const errors = (['line', 'functional'] as const).flatMap((kind) =>
    wanted[kind].flatMap((id, index) => {
      const key = keyOf(id);
      if (key !== undefined && key !== user.key) return [];
      const params = { attribute: kind, value: id };
      return [{ pointer: `/${kind}/${index}`, code: 'field.choice_unknown', params } as const];
    }),
  );
  if (errors.length > 0) throw new AppError('user.invalid', {}, { errors });
  const keys = (kind: keyof UserManagers) => [...new Set(wanted[kind].map((id) => keyOf(id)!))];
  return { line: keys('line'), functional: keys('functional') };
}
