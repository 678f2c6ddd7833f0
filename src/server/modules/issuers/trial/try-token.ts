import { decodeJwt, type JWTPayload } from 'jose';
import type { TriedSignIn } from '../../../../shared/contracts/issuers.contract.ts';
import { type Issuer, issuerOf, remoteKeys } from '../../../platform/auth/issuers.ts';
import { findUserToLink } from '../../../platform/auth/link-subject.ts';
import { mappedGroups } from '../../../platform/auth/provider-groups.ts';
import type { ReadDocument } from '../../../platform/auth/provider-requests.ts';
import { showsSecondFactor } from '../../../platform/auth/second-factor.ts';
import { type CheckedToken, checkToken, TokenRefused } from '../../../platform/auth/token-checks.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import * as store from '../issuers.store.ts';

const CLAIMS_MAX = 100;
const VALUE_MAX = 500;

type Refusal = NonNullable<TriedSignIn['refusal']>;

/**
 * What a sign-in with this token would do: the same checks and look-ups as for a real one, without writing and without a
 * session.
 */
export async function tryToken(
  { db, clock, elapsed }: Pick<AppContext, 'db' | 'clock' | 'elapsed'>,
  row: store.StoredIssuer,
  { token, readDocument }: { readonly token: string; readonly readDocument: ReadDocument },
): Promise<TriedSignIn> {
  const issuer = issuerOf(row, remoteKeys(row, elapsed, readDocument));
  const claims = claimsOf(token);
  const nothing = { user: null, link: null, groups: [], otherGroups: [] };
  const shown = Object.entries(claims)
    .slice(0, CLAIMS_MAX)
    .map(([name, value]) => ({ name: name.slice(0, VALUE_MAX), value: textOf(value) }));
  const common = {
    claims: shown,
    secondFactor: factorOf(issuer, claims),
    hasAuthTime: typeof claims.auth_time === 'number',
  };
  try {
    if (claims.iss !== row.issuer) throw new TokenRefused('refused');
    const checked = await checkToken(token, row.issuer, issuer, clock());
    const groups = groupsOf(issuer, checked);
    return { refusal: null, ...common, ...groups, ...(await userOf(db, row, { issuer, checked })) };
  } catch (error) {
    return { refusal: refusalOf(error), ...common, ...nothing };
  }
}

function claimsOf(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    // Not a token: it has no claims to show, and is refused.
    return {};
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof TokenRefused) return error.why;
  if (!(error instanceof AppError)) throw error;
  return error.code === 'session.expired' ? 'expired' : error.code === 'identity.unavailable' ? 'keys' : 'refused';
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, VALUE_MAX);

function factorOf({ strong }: Issuer, claims: JWTPayload): TriedSignIn['secondFactor'] {
  const shows = showsSecondFactor(strong, claims);
  return shows === null ? 'trusted' : shows ? 'shown' : 'missing';
}

/** The groups that the token grants, and values of the claim that grant none. */
function groupsOf(issuer: Issuer, token: CheckedToken): Pick<TriedSignIn, 'groups' | 'otherGroups'> {
  const values = issuer.groupsClaim === null ? [] : [token.claims[issuer.groupsClaim]].flat();
  const others = values.filter((one) => typeof one === 'string' && !Object.hasOwn(issuer.groupMap, one)) as string[];
  return {
    groups: mappedGroups(issuer, token) ?? [],
    otherGroups: others.slice(0, CLAIMS_MAX).map((one) => one.slice(0, VALUE_MAX)),
  };
}

async function userOf(
  db: AppContext['db'],
  row: store.StoredIssuer,
  { issuer, checked }: { readonly issuer: Issuer; readonly checked: CheckedToken },
): Promise<Pick<TriedSignIn, 'user' | 'link'>> {
  const nameOf = async (userId: string) => {
    const [user] = await db.tenantTransaction({ tenantId: row.tenant_id, userId: null }, (tx) =>
      store.readActiveUsers(tx, [userId]),
    );
    return user ?? null;
  };
  const links = await db.signinTransaction((tx) => store.readLinks(tx, row, checked.subject));
  const linked = links.find(({ subject }) => subject === checked.subject);
  if (linked) return { user: await nameOf(linked.userId), link: 'linked' };
  const found = await findUserToLink(db, issuer, checked);
  if (found === undefined) return { user: null, link: null };
  const isTaken = await db.signinTransaction((tx) => store.isLinked(tx, row, found));
  return { user: await nameOf(found), link: isTaken ? 'taken' : issuer.linkBy === 'email' ? 'email' : 'external_id' };
}
