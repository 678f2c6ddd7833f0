import type { call } from '../../shared/api/index.ts';
import type { BodyOf, ReplyOf } from '../../shared/contracts/endpoint.ts';
import {
  createIssuer,
  deleteIssuer,
  type Issuer,
  type IssuerFinding,
  listIssuers,
  proveDomains,
  type TriedSignIn,
  testIssuer,
  tryIssuer,
  updateIssuer,
} from '../../shared/contracts/issuers.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import type { bodyOf } from './issuer-form.ts';

export type TestedIssuer = BodyOf<typeof testIssuer>;
export type Issuers = ReplyOf<typeof listIssuers>;

/** The identity providers of an organisation; `send` is `call` of shared/api. Actions reject with ApiError. */
export function createIssuersStore({ send, tenantId }: { readonly send: typeof call; readonly tenantId: string }) {
  const { state, load, stop } = createLoaded<Issuers>((signal) => send(listIssuers, { params: { tenantId }, signal }));
  const at = ({ name }: Pick<Issuer, 'name'>) => ({ tenantId, name });
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await load();
    return result;
  };

  return {
    state,
    load,
    stop,
    add: (body: ReturnType<typeof bodyOf>): Promise<Issuer> =>
      changed(send(createIssuer, { params: { tenantId }, body })),
    change: (issuer: Issuer, { name: _name, kind: _kind, issuer: _issuer, ...body }: ReturnType<typeof bodyOf>) =>
      changed(send(updateIssuer, { params: at(issuer), ifMatch: issuer.version, body })),
    enable: (issuer: Issuer, isDisabled: boolean) =>
      changed(
        send(updateIssuer, {
          params: at(issuer),
          ifMatch: issuer.version,
          body: { clientId: issuer.clientId, isDisabled },
        }),
      ),
    /** Tests a provider as it is saved or entered. */
    async test({ kind, issuer, clientId, jwksUri, algorithms }: TestedIssuer): Promise<readonly IssuerFinding[]> {
      const body = {
        ...{ kind, issuer, clientId },
        ...(jwksUri !== undefined && { jwksUri }),
        ...(algorithms && { algorithms: [...algorithms] }),
      };
      return (await send(testIssuer, { params: { tenantId }, body })).findings;
    },
    /** Sends no idempotency key: the token is a secret. */
    tryToken: (issuer: Issuer, idToken: string): Promise<TriedSignIn> =>
      send(tryIssuer, { params: at(issuer), body: { idToken } }),
    remove: (issuer: Issuer) => changed(send(deleteIssuer, { params: at(issuer) })),
    /** Looks up the records of domains; returns how many more are proven. */
    async prove(issuer: Issuer): Promise<number> {
      const count = ({ domains }: Issuer) => domains.filter(({ isProven }) => isProven).length;
      const after = await changed(send(proveDomains, { params: at(issuer) }));
      return count(after) - count(issuer);
    },
  };
}

export type IssuersStore = ReturnType<typeof createIssuersStore>;
