import { elementSources } from '../../shared/contracts/embed-policy.ts';
import type { Violation } from './facts.ts';

/** Directives that apply in this order when one is missing from a policy. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src', 'default-src'],
  'style-src-elem': ['style-src', 'default-src'],
  'worker-src': ['child-src', 'script-src', 'default-src'],
};
/** Directives for features that elements can work without. */
const OPTIONAL: ReadonlySet<string> = new Set(['font-src', 'worker-src', 'trusted-types']);

/** Sorted after addresses. */
const SCHEMES: readonly string[] = ['data:', 'blob:'];

/** A directive of the page's policy that elements need changed. */
export interface PolicyFault {
  /** `other`: no source is missing, but the policy still blocked our code. */
  readonly kind: 'needed' | 'optional' | 'reported' | 'other';
  readonly directive: string;
  /** The refused sources, in policy syntax. */
  readonly sources: readonly string[];
  /** The corrected directive, including the page's current sources. */
  readonly mended: string;
}

/**
 * Faults, one per policy directive, from the violations that concern elements with this server and code origin.
 * Violations do not name who requested an image that is not a file; those of `refusedPictures` were requested by us.
 */
export function policyFaults(
  violations: readonly Violation[],
  origins: readonly string[],
  refusedPictures: readonly string[],
): PolicyFault[] {
  const faults = new Map<string, { violation: Violation; sources: Set<string> }>();
  for (const violation of violations) {
    if (!concerns(violation, origins, refusedPictures)) continue;
    const key = JSON.stringify([violation.isReport, nameFor(violation.directive), violation.policy]);
    const fault = faults.get(key) ?? { violation, sources: new Set() };
    const source = sourceOf(violation, origins);
    if (source) fault.sources.add(source);
    faults.set(key, fault);
  }
  return [...faults.values()].map(({ violation: { directive, policy, isReport }, sources: found }) => {
    // Keeps the directive independent of the order of violations.
    const sources = [...found].sort((a, b) => SCHEMES.indexOf(a) - SCHEMES.indexOf(b));
    const mended = mendedDirective(policy, directive, sources);
    return { kind: kindOf(directive, sources.length, isReport), directive: nameFor(directive), sources, mended };
  });
}

function kindOf(directive: string, sources: number, isReport: boolean): PolicyFault['kind'] {
  if (sources === 0) return 'other';
  if (OPTIONAL.has(directive)) return 'optional';
  if (!(nameFor(directive) in elementSources(''))) return 'other';
  return isReport ? 'reported' : 'needed';
}

const isAt = (address: string, origins: readonly string[]) =>
  origins.some((origin) => address === origin || address.startsWith(`${origin}/`));

function concerns(
  { directive, blocked, source }: Violation,
  origins: readonly string[],
  refusedPictures: readonly string[],
): boolean {
  if (directive === 'img-src' && refusedPictures.includes(blocked)) return true;
  return isAt(blocked, origins) || isAt(source, origins);
}

/** The policy source that would allow a refused resource; undefined if there is none. */
function sourceOf({ blocked, sample }: Violation, origins: readonly string[]): string | undefined {
  const scheme = /^(data|blob)(:|$)/.exec(blocked)?.[1];
  if (scheme) return `${scheme}:`;
  if (blocked === 'trusted-types-policy') return sample || undefined;
  return origins.find((origin) => isAt(blocked, [origin]));
}

const nameFor = (directive: string) => directive.replace(/^(script|style)-src-(elem|attr)$/, '$1-src');

/** The directive with these sources added to those that it, or its fallback, allows now. */
function mendedDirective(policy: string, directive: string, sources: readonly string[]): string {
  const directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name.toLowerCase(), values] as const)
      .reverse(),
  );
  const chain = [directive, ...(FALLBACKS[directive] ?? ['default-src'])];
  const effective = chain.find((name) => directives.has(name));
  const name = effective === directive ? directive : nameFor(directive);
  const present = (directives.get(effective ?? '') ?? [])
    .filter((value) => value.toLowerCase() !== "'none'")
    // A nonce changes with every response.
    .map((value) => (/^'nonce-/i.test(value) ? "'nonce-…'" : value));
  return [name, ...new Set([...present, ...sources])].join(' ');
}
