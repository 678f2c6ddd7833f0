import type { FastifyInstance } from 'fastify';
import { isEmail } from '../../../shared/contracts/profile.rules.ts';
import { getUser, putUser, type User, type UserChange } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { viaOf } from '../../platform/element-client.ts';
import { AppError } from '../../platform/errors.ts';
import { assertRecentSignIn } from '../../platform/http/recent-sign-in.ts';
import { serve } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { CallerSession } from '../../platform/session.ts';
import { ADMINISTRATORS, keepingAdministrators } from './administrators.store.ts';
import {
  dropEmailLinks,
  findAliasOwner,
  lastChange,
  lockUser,
  readChoices,
  readGroupsOfOthers,
  writeUser,
} from './change.store.ts';
import { emailChangedMail } from './users.mails.ts';
import { changedFields, changedUser, isSameAddress, personOfPath, versionOf, visibleTo } from './users.rules.ts';
import { findUser } from './users.store.ts';

export function usersRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getUser, async ({ params, session, tx, reply }) => {
    const user = await findUser(tx, personOfPath(params.userId, session));
    const visible = user && visibleTo(session, user);
    if (!visible) throw new AppError('user.not_found');
    if ('version' in visible) reply.header('etag', `"${visible.version}"`);
    return visible;
  });

  serve(
    app,
    context,
    putUser,
    async ({ params, body, session, request, reply, now, context: { db, verifier } }) => {
      const who = personOfPath(params.userId, session);
      const version = versionOf(request.headers['if-match']) ?? body.version;
      const email = body.email?.trim() ?? '';
      // Accounts belong to another database role and therefore need a transaction of their own.
      const owner = isEmail(email) ? await findAliasOwner(db, session.tenantId, email) : undefined;
      const { tenantId, userId } = session;
      const scope = { tenantId, userId, requestId: request.id, via: viaOf(session) };
      let hasNewAddress = false;
      const user = await db.tenantTransaction(scope, async (tx) => {
        await lockUser(tx, who);
        const before = await findUser(tx, who, 'account');
        assertMayChange(session, before);
        const after = changedUser(session, before, body, await readChoices(tx, chosenIn(body)));
        const fields = changedFields(before, after);
        await assertGroupsKept(tx, before, after.groups);
        // A request without effect conflicts with nothing, so a request whose response was lost can be retried.
        if (fields.length === 0) return before;
        if (version !== undefined && version !== before.version) throw await conflict(tx, before, fields);
        const isNewAddress = !isSameAddress(before.email, after.email);
        if (isNewAddress && owner && owner.userId !== before.key) throw new AppError('user.email_taken', {}, atEmail);
        const write = () => writeUser(tx, before, after);
        if (ADMINISTRATORS.some((id) => before.groups.includes(id) !== after.groups.includes(id))) {
          assertRecentSignIn(request, now);
        }
        const isRight = ADMINISTRATORS.some((id) => before.groups.includes(id) && !after.groups.includes(id));
        await (isRight ? keepingAdministrators(tx, write) : write());
        if (isNewAddress && before.email) await enqueue(tx, 'mail', emailChangedMail(before, after));
        await notifyProfileChanged(tx, before.key);
        hasNewAddress = isNewAddress;
        return (await findUser(tx, who))!;
      });
      if (hasNewAddress) await dropEmailLinks(db, session.tenantId, user.key);
      verifier.forget({ userId: user.key });
      reply.header('etag', `"${user.version}"`);
      return user;
    },
    // A repeated request changes nothing, with or without a key.
    { transaction: 'none' },
  );
}

const chosenIn = ({ company, department }: UserChange) => ({
  companyId: company?.id ?? null,
  departmentId: department?.id ?? null,
});

const atEmail = { errors: [{ pointer: '/email', code: 'user.email_taken' as const }] };

/** Makes other tabs of the user reload the session. */
export const notifyProfileChanged = (tx: Tx, key: string): Promise<void> =>
  enqueue(tx, 'live', { principals: [`u:${key}`], type: 'profile.changed', data: {} });

/** Allows the user and administrators. For callers who may not even see the user, responds that there is none. */
export function assertMayChange(session: CallerSession, user: User | undefined): asserts user is User {
  if (!user || user.status === 'erased') throw new AppError('user.not_found');
  if (user.key !== session.userId && !session.isAdmin) throw new AppError('access.denied');
}

async function conflict(tx: Tx, current: User, fields: readonly (keyof User)[]): Promise<AppError> {
  const { changedBy, changedAt } = await lastChange(tx, current.key);
  const params = { name: changedBy?.name ?? 'Verva', time: changedAt };
  return new AppError('edit.conflict', params, {
    current,
    changedBy,
    changedAt,
    fields: fields.map((field) => `/${field}`),
  });
}

/** Throws `user.invalid` when a change takes the user from a group that an identity provider or a directory keeps. */
async function assertGroupsKept(tx: Tx, { key, name, groups }: User, after: readonly string[]): Promise<void> {
  const lost = groups.filter((group) => !after.includes(group));
  if (lost.length === 0) return;
  const kept = (await readGroupsOfOthers(tx, [key])).get(key) ?? [];
  if (!lost.some((group) => kept.includes(group))) return;
  const error = { pointer: '/groups', code: 'group.managed_elsewhere', params: { name } } as const;
  throw new AppError('user.invalid', {}, { errors: [error] });
}
