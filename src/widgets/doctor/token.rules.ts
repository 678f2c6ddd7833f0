import type { DoctorAnswer } from '../../shared/contracts/doctor.contract.ts';
import type { Facts, TokenFacts } from './facts.ts';
import { CHECKING, type CheckResult, fine, LATER, problem, unknown } from './findings.ts';

/** Findings about the token. */
export function onToken(facts: Facts): CheckResult | CheckResult[] {
  const { token } = facts;
  if (!token) return CHECKING;
  switch (token.kind) {
    case 'none':
    case 'nothing':
      return unknown(`token.${token.kind}`, { remedy: `token.${token.kind}.do` });
    case 'failed':
      return problem('token.failed', { remedy: 'token.failed.do', secret: token.reason });
    case 'shape':
      return problem(`token.${token.shape}`, {
        remedy: `token.${token.shape}.do`,
        ...(token.shape === 'json' && { copy: '(await answer.json()).token' }),
      });
    case 'token':
      return token.doctor ? onVerdict(facts, token, token.doctor) : LATER;
  }
}

function onVerdict(
  { page, elements }: Facts,
  { claims }: Extract<TokenFacts, { kind: 'token' }>,
  { token: verdict, originAllowed, scopes, expiresIn }: DoctorAnswer,
): CheckResult | CheckResult[] {
  const { origin } = page;
  const { issuer, audience } = claims;
  switch (verdict) {
    case 'accepted': {
      const amountMs = (expiresIn ?? 0) * 1000;
      if (scopes === null) return fine('token.fine', { amountMs });
      const missing = (elements ? elements.loaded : []).flatMap((tag) => scopeFault(tag, scopes));
      return missing.length > 0 ? missing : fine('token.scoped', { amountMs, values: { scopes: scopes.join(', ') } });
    }
    case 'origin':
      return originAllowed === false
        ? problem('token.organisationOrigin', { remedy: 'origin.refused.do', values: { origin }, copy: origin })
        : problem('token.origin', {
            remedy: 'token.origin.do',
            values: { origin, other: claims.origin },
            copy: `origin: '${origin}'`,
          });
    case 'none':
      // The header was removed between browser and server.
      return problem('token.lost', { remedy: 'token.lost.do' });
    default:
      return problem(`token.${verdict}`, { remedy: `token.${verdict}.do`, values: { issuer, audience } });
  }
}

/** The first scope of each list is the one to add; any of them will do. */
const USERS = [['people', 'people:read']];
const REFERENCE = [['reference']];

/**
 * Scopes that an element token needs for the element to work: one of each list; null: a full token is required. Unlisted
 * elements accept any token.
 */
const SCOPES: Readonly<Record<string, readonly (readonly string[])[] | null>> = {
  'verva-inbox': [['inbox']],
  'verva-tasks': [['inbox']],
  'verva-task-form': [['inbox'], ['task']],
  'verva-mass-action': [['task']],
  'verva-delegation-editor': [['delegation']],
  'verva-manual-reader': [['manuals']],
  'verva-records': [['records']],
  'verva-profile': null,
  'verva-settings-users': USERS,
  'verva-settings-groups': USERS,
  'verva-settings-departments': REFERENCE,
  'verva-settings-tags': REFERENCE,
  'verva-settings-companies': REFERENCE,
  'verva-settings-dimensions': REFERENCE,
  'verva-settings-dropdowns': REFERENCE,
  'verva-dropdowns': REFERENCE,
};

function scopeFault(tag: string, scopes: readonly string[]): CheckResult[] {
  const needed = SCOPES[tag];
  if (needed === undefined) return [];
  if (needed === null) return [problem('token.full', { remedy: 'token.full.do', values: { tag: `<${tag}>` } })];
  const missing = needed.filter((one) => !one.some((scope) => scopes.includes(scope))).map(([first]) => first!);
  if (missing.length === 0) return [];
  const all = [...scopes, ...missing].map((scope) => `'${scope}'`).join(', ');
  const values = { tag: `<${tag}>`, scopes: missing.join(', ') };
  return [problem('token.scope', { remedy: 'token.scope.do', values, copy: `scopes: [${all}]` })];
}
