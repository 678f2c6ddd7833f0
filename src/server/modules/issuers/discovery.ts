import type { NewIssuer } from '../../../shared/contracts/issuers.contract.ts';
import { cleanIssuer, keysAt, SIGNING_ALGORITHMS } from '../../../shared/contracts/issuers.rules.ts';
import { discoveryAddress, documentReader } from '../../platform/auth/provider-requests.ts';
import { AppError } from '../../platform/errors.ts';
import { WebhookError, type WebhookSender } from '../../platform/webhook.ts';

/** Where a provider's keys are, and with what it signs. */
export interface Discovered {
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
}

const STANDARD = ['RS256'] as const;

/**
 * What the administrator has entered, or what follows from the kind; else from the provider's discovery document. Throws
 * `issuer.unsafe` for an address that is not called, `issuer.keys_unknown` without a usable document.
 */
export async function discover(
  requests: WebhookSender,
  { kind, issuer, jwksUri, algorithms }: Pick<NewIssuer, 'kind' | 'issuer' | 'jwksUri' | 'algorithms'>,
): Promise<Discovered> {
  const known = jwksUri?.trim() || keysAt(kind, issuer);
  if (known) return { jwksUri: known, algorithms: algorithms ?? STANDARD };
  const document = await read(requests, issuer);
  if (document.issuer !== issuer || typeof document.jwks_uri !== 'string') throw keysUnknown();
  const offered = [document.id_token_signing_alg_values_supported].flat();
  const usable = SIGNING_ALGORITHMS.filter((one) => offered.includes(one));
  return { jwksUri: document.jwks_uri, algorithms: algorithms ?? (usable.length > 0 ? usable : STANDARD) };
}

async function read(requests: WebhookSender, issuer: string): Promise<Record<string, unknown>> {
  try {
    const document = await documentReader(requests)(discoveryAddress(issuer));
    return (document ?? {}) as Record<string, unknown>;
  } catch (error) {
    const isUnsafe = error instanceof WebhookError && ['not_allowed', 'private_address'].includes(error.fault);
    throw isUnsafe ? unsafe('/issuer') : keysUnknown();
  }
}

export const unsafe = (pointer: string): AppError =>
  new AppError('issuer.unsafe', {}, { errors: [{ pointer, code: 'issuer.unsafe', params: {} }] });

const keysUnknown = (): AppError =>
  new AppError(
    'issuer.keys_unknown',
    {},
    { errors: [{ pointer: '/issuer', code: 'issuer.keys_unknown', params: {} }] },
  );

/** A new provider with its standards, as stored. */
export function newValues(body: NewIssuer) {
  const { subjectClaim = '', groupsClaim = null, groupMap = {}, domains = [], extraQuery = {} } = body;
  const { scope = 'openid profile email', secondFactor = null, isDisabled = false, algorithms } = body;
  const linkBy = body.linkBy ?? (body.kind === 'entra' ? ('external_id' as const) : ('email' as const));
  return {
    ...cleanIssuer({ ...body, subjectClaim, groupsClaim, groupMap, domains, extraQuery, scope, secondFactor }),
    ...{ linkBy, isDisabled, algorithms },
  };
}
