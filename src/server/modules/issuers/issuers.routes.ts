import type { FastifyInstance } from 'fastify';
import {
  createIssuer,
  deleteIssuer,
  type Issuer,
  listIssuers,
  proveDomains,
  updateIssuer,
} from '../../../shared/contracts/issuers.contract.ts';
import { cleanIssuer, ISSUERS_MAX } from '../../../shared/contracts/issuers.rules.ts';
import { builtInIssuerUrl } from '../../platform/auth/built-in-issuer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError, faultAt } from '../../platform/errors.ts';
import { assertFresh, tagged } from '../../platform/http/if-match.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { CheckingSender } from '../../platform/webhook.ts';
import { type AdministeredTenant, administered, auditProvider, inSignin, inTenant } from '../organisations/index.ts';
import { type Discovered, discover, newValues } from './discovery.ts';
import { domainRecord, hasRecord } from './domains.ts';
import * as store from './issuers.store.ts';
import { inTransaction } from './transaction.ts';
import { keepingWayIn, readDependents } from './way-in.ts';
import { assertValid, write } from './write.ts';

/** Identity providers of organisations, for their administrators and for the provider (ORG-02, LOG-14). */
export function issuerRoutes(app: FastifyInstance, context: AppContext, requests: CheckingSender): void {
  const { config } = context;
  const { origin } = new URL(config.publicUrl);

  const shown = async (tx: Tx, session: CallerSession, tenant: AdministeredTenant, row: store.StoredIssuer) => {
    const users = await readDependents(tx, session, tenant, row);
    const record = (domain: string) => domainRecord(config.masterKey, tenant.slug, domain);
    return issuerOf(row, users.length, record);
  };

  const readOne = async (tx: Tx, session: CallerSession, tenant: AdministeredTenant, name: string) => {
    const [row] = await inSignin(tx, session, tenant, () => store.readIssuers(tx, tenant.tenantId, name));
    if (!row) throw new AppError('provider.not_found', { name: name.slice(0, 40) });
    return row;
  };

  serve(app, context, listIssuers, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const rows = await inSignin(tx, session, tenant, () => store.readIssuers(tx, tenant.tenantId));
    const items: Issuer[] = [];
    for (const row of rows) items.push(await shown(tx, session, tenant, row));
    return {
      items,
      redirectAddresses: [`${origin}/callback`, `${origin}/popup-login`],
      signOutAddress: `${origin}/login`,
      origin,
      groups: await inTenant(tx, session, tenant, () => store.readGroups(tx)),
    };
  });

  serve<typeof createIssuer, { readonly found: Discovered }>(
    app,
    context,
    createIssuer,
    async ({ tx, session, params, body, now, reply, received }) => {
      const tenant = await administered(tx, session, params.tenantId);
      const values = newValues(body);
      await inSignin(tx, session, tenant, async () => {
        const { isNameTaken, isIssuerTaken, count } = await store.readConflicts(tx, tenant.tenantId, values);
        if (isNameTaken) throw faultAt('issuer.name_taken', '/name', { value: values.name });
        if (isIssuerTaken || values.issuer === builtInIssuerUrl(config.publicUrl))
          throw faultAt('issuer.taken', '/issuer');
        if (count >= ISSUERS_MAX) throw new AppError('issuer.too_many', { max: ISSUERS_MAX });
      });
      await write(
        tx,
        session,
        tenant,
        { ...values, ...received.found, isByOperator: false },
        { now, before: undefined },
      );
      await auditProvider(tx, session, tenant, 'insert');
      return tagged(reply, await shown(tx, session, tenant, await readOne(tx, session, tenant, values.name)));
    },
    {
      // Reads the provider's discovery document before the transaction.
      receive: async ({ body }) => {
        const values = newValues(body);
        assertValid(values, requests);
        return { found: await discover(requests, values), release: async () => undefined };
      },
    },
  );

  serve(app, context, updateIssuer, async ({ tx, session, params, body, now, request, reply }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const before = await readOne(tx, session, tenant, params.name);
    assertFresh(
      { ...before, changer: null },
      await shown(tx, session, tenant, before),
      request.headers['if-match'],
      body.version,
    );
    const { algorithms, linkBy, isDisabled, ...rest } = store.changedValues(before, body);
    const values = cleanIssuer(rest);
    assertValid(values, requests, before);
    const jwksUri = values.jwksUri ?? before.jwks_uri;
    // Another address comes from the administrator, even where the operator wrote the row.
    const isByOperator = before.by_operator && jwksUri === before.jwks_uri;
    const row = { ...values, jwksUri, algorithms, linkBy, isDisabled, isByOperator };
    await keepingWayIn(tx, session, tenant, () => write(tx, session, tenant, row, { now, before }));
    await auditProvider(tx, session, tenant, 'update');
    return tagged(reply, await shown(tx, session, tenant, await readOne(tx, session, tenant, params.name)));
  });

  serve(app, context, deleteIssuer, async ({ tx, session, params }) => {
    const tenant = await administered(tx, session, params.tenantId);
    const row = await readOne(tx, session, tenant, params.name);
    const users = await readDependents(tx, session, tenant, row);
    if (users.length > 0) throw new AppError('issuer.in_use', { count: users.length }, { users: users.slice(0, 20) });
    await keepingWayIn(tx, session, tenant, () =>
      inSignin(tx, session, tenant, () => store.removeIssuer(tx, row.issuer)),
    );
    await auditProvider(tx, session, tenant, 'delete');
    return null;
  });

  serve(
    app,
    context,
    proveDomains,
    async ({ session, request, params, now, reply }) => {
      const run = <T>(work: (tx: Tx, tenant: AdministeredTenant) => Promise<T>) =>
        inTransaction(context, { session, request }, async (tx) =>
          work(tx, await administered(tx, session, params.tenantId)),
        );
      const asked = await run(async (tx, tenant) => ({ tenant, row: await readOne(tx, session, tenant, params.name) }));
      // All at once: the name servers of each may take their time.
      const found = await Promise.all(
        asked.row.pending_domains.map(async (domain) => {
          const record = domainRecord(config.masterKey, asked.tenant.slug, domain);
          return (await hasRecord(domain, record)) ? [domain] : [];
        }),
      );
      const proven = found.flat();
      return run(async (tx, tenant) => {
        const before = await readOne(tx, session, tenant, params.name);
        const { algorithms, linkBy, isDisabled, ...values } = store.changedValues(before, {
          clientId: before.audience,
        });
        const { by_operator: isByOperator, jwks_uri: jwksUri } = before;
        const row = { ...values, jwksUri, algorithms, linkBy, isDisabled, isByOperator };
        await write(tx, session, tenant, row, { now, before, proven });
        await auditProvider(tx, session, tenant, 'update');
        return tagged(reply, await shown(tx, session, tenant, await readOne(tx, session, tenant, params.name)));
      });
    },
    { transaction: 'none' },
  );
}

function issuerOf(row: store.StoredIssuer, onlyWayIn: number, record: (domain: string) => string): Issuer {
  const domain = (isProven: boolean) => (name: string) => ({ domain: name, isProven, record: record(name) });
  return {
    name: row.idp_name,
    kind: row.kind,
    issuer: row.issuer,
    clientId: row.audience,
    jwksUri: row.jwks_uri,
    algorithms: row.algs,
    subjectClaim: row.subject_claim,
    groupsClaim: row.groups_claim,
    groupMap: row.group_map,
    domains: [...row.email_domains.map(domain(true)), ...row.pending_domains.map(domain(false))],
    scope: row.scope,
    extraQuery: row.extra_query,
    linkBy: row.link_by,
    secondFactor: store.secondFactorOf(row),
    isDisabled: row.disabled_at !== null,
    users: row.users,
    onlyWayIn,
    lastSignInAt: row.last_sign_in?.toISOString() ?? null,
    version: row.version,
  };
}
