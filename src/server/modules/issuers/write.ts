import { type IssuerValues, issuerFaults } from '../../../shared/contracts/issuers.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError, faultAt } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { CheckingSender } from '../../platform/webhook.ts';
import { type AdministeredTenant, inSignin, inTenant } from '../organisations/index.ts';
import { type Discovered, unsafe } from './discovery.ts';
import * as store from './issuers.store.ts';

/** Throws `issuer.invalid`, or `issuer.unsafe` for an address that would not be called. Those of `before` stay as they are. */
export function assertValid(
  values: IssuerValues,
  requests: Pick<CheckingSender, 'mayCall'>,
  before?: Pick<store.StoredIssuer, 'issuer' | 'jwks_uri'>,
): void {
  const faults = Object.entries(issuerFaults(values));
  if (faults.length > 0) {
    throw new AppError('issuer.invalid', {}, { errors: faults.map(([pointer, fault]) => ({ pointer, ...fault })) });
  }
  for (const [pointer, address] of Object.entries({ '/issuer': values.issuer, '/jwksUri': values.jwksUri })) {
    const isNew = address !== before?.issuer && address !== before?.jwks_uri;
    if (address !== undefined && isNew && !requests.mayCall(address)) throw unsafe(pointer);
  }
}

type NewRow = Omit<store.WrittenIssuer, 'tenantId' | 'provenDomains' | 'pendingDomains'> & Discovered;

interface Writing {
  readonly now: Date;
  readonly before: store.StoredIssuer | undefined;
  /** Domains whose record was found. */
  readonly proven?: readonly string[];
}

/** Writes a row. A domain stays proven; the provider's administrators confirm those that they enter for others. */
export async function write(
  tx: Tx,
  session: CallerSession,
  tenant: AdministeredTenant,
  row: NewRow,
  { now, before, proven = [] }: Writing,
): Promise<void> {
  const { tenantId } = tenant;
  const isConfirmed = session.isProvider && (tenant.isForeign || tenant.isProvider);
  const isProven = (domain: string) =>
    isConfirmed || proven.includes(domain) || (before?.email_domains ?? []).includes(domain);
  const provenDomains = row.domains.filter(isProven);
  const pendingDomains = row.domains.filter((domain) => !isProven(domain));
  const known = new Set((await inTenant(tx, session, tenant, () => store.readGroups(tx))).map(({ id }) => id));
  const added = Object.values(row.groupMap).filter((id) => !Object.values(before?.group_map ?? {}).includes(id));
  const unknown = added.find((id) => !known.has(id));
  if (unknown !== undefined) {
    const errors = [{ pointer: '/groupMap', code: 'field.choice_unknown' as const, params: { value: unknown } }];
    throw new AppError('issuer.invalid', {}, { errors });
  }
  await inSignin(tx, session, tenant, async () => {
    const taken = await store.findTakenDomain(tx, tenantId, provenDomains);
    if (taken !== undefined) throw faultAt('issuer.domain_taken', '/domains', { domain: taken });
    await store.writeIssuer(tx, { ...row, tenantId, provenDomains, pendingDomains }, now);
  });
}
