import { neededDirectives } from '../../shared/contracts/embed-policy.ts';
import type { Facts, PageFacts } from './facts.ts';
import {
  advice,
  CHECKING,
  CHECKS,
  type Check,
  type CheckResult,
  type Finding,
  fine,
  LATER,
  problem,
  unknown,
} from './findings.ts';
import { type PolicyFault, policyFaults } from './policy.rules.ts';
import { suggestTag } from './suggest.ts';
import { onToken } from './token.rules.ts';

/** A larger clock difference makes relative times wrong. */
const CLOCK_MS = 120_000;

/** Evaluates the facts, in display order: at least one finding per check. */
export function diagnose(facts: Facts): Finding[] {
  const { page, violations, refusedPictures } = facts;
  const origins = [...new Set([originOf(page.server), originOf(page.code)])];
  const faults = policyFaults(violations, origins, refusedPictures);
  const results: Readonly<Record<Check, CheckResult | readonly CheckResult[]>> = {
    server: onServer(facts, faults),
    origin: onOrigin(facts),
    policy: onPolicy(page, faults),
    token: onToken(facts),
    clock: onClock(facts),
    loader: onLoader(facts),
    pinned: onPinned(page),
    elements: onElements(facts),
    storage: page.mayStore
      ? fine('storage.fine')
      : advice('storage.blocked', { remedy: 'storage.blocked.do', values: { server: page.server } }),
  };
  return CHECKS.flatMap((check) => [results[check]].flat().map((one) => ({ check, ...one })));
}

function onServer({ page, answer }: Facts, faults: readonly PolicyFault[]): CheckResult {
  const { server } = page;
  const values = { server };
  if (!answer) return CHECKING;
  if (answer.kind === 'answered') {
    return fine('server.fine', { values: { server, version: answer.doctor.versions.server } });
  }
  if (faults.some(({ kind, directive }) => kind === 'needed' && directive === 'connect-src')) {
    return unknown('server.policy', { values });
  }
  if (!page.isOnline) return problem('server.offline', { remedy: 'server.offline.do' });
  if (page.origin.startsWith('https:') && server.startsWith('http:')) {
    return problem('server.mixed', { remedy: 'server.mixed.do', values });
  }
  if (answer.kind === 'error') {
    const { status, isVerva } = answer;
    return isVerva
      ? problem('server.error', { remedy: 'server.error.do', values: { server, status } })
      : problem('server.other', { remedy: 'server.other.do', values: { server, status } });
  }
  return problem(`server.${answer.kind}`, { remedy: `server.${answer.kind}.do`, values });
}

function onOrigin({ page, answer }: Facts): CheckResult {
  const { origin, server } = page;
  if (origin === originOf(server)) return fine('origin.own');
  if (origin === 'null') return problem('origin.none', { remedy: 'origin.none.do', copy: 'allow-same-origin' });
  if (!answer) return CHECKING;
  if (answer.kind !== 'answered') return LATER;
  return answer.doctor.originAllowed === false
    ? problem('origin.refused', { remedy: 'origin.refused.do', values: { origin }, copy: origin })
    : fine('origin.fine', { values: { origin } });
}

function onPolicy({ server }: PageFacts, faults: readonly PolicyFault[]): CheckResult | CheckResult[] {
  if (faults.length === 0) return fine('policy.fine');
  return faults.map((fault) => onFault(fault, server));
}

function onFault({ kind, directive, sources, mended }: PolicyFault, server: string): CheckResult {
  const values = { directive, sources: sources.join(' ') };
  switch (kind) {
    case 'needed':
      return problem('policy.needed', { remedy: 'policy.needed.do', values, copy: mended });
    case 'optional':
      return advice('policy.optional', { remedy: 'policy.optional.do', values, copy: mended });
    case 'reported':
      return advice('policy.reported', { remedy: 'policy.reported.do', values, copy: mended });
    case 'other': {
      const copy = neededDirectives(originOf(server)).join('; ');
      return problem('policy.other', { remedy: 'policy.other.do', values, copy });
    }
  }
}

function onClock({ answer }: Facts): CheckResult {
  if (!answer) return CHECKING;
  if (answer.kind !== 'answered') return LATER;
  const { clockOffsetMs } = answer;
  if (Math.abs(clockOffsetMs) <= CLOCK_MS) return fine('clock.fine');
  return problem(clockOffsetMs > 0 ? 'clock.ahead' : 'clock.behind', {
    remedy: 'clock.do',
    amountMs: Math.abs(clockOffsetMs),
  });
}

function onLoader({ page: { loaders, server }, answer }: Facts): CheckResult {
  const [loader, ...others] = loaders;
  if (!loader) return unknown('loader.unknown');
  if (others.length > 0) {
    const values = { urls: loaders.map(({ url }) => url).join(', ') };
    return problem('loader.two', { remedy: 'loader.two.do', values });
  }
  const { url, version } = loader;
  const present = answer?.kind === 'answered' ? answer.doctor.versions.server : null;
  if (present !== null && version !== null && version !== present) {
    const values = { version, server: present };
    return advice('loader.older', { remedy: 'loader.older.do', values, copy: codeAt(server) });
  }
  return fine('loader.fine', { values: { url } });
}

function onPinned({ loaders, server }: PageFacts): CheckResult {
  const tags = loaders.filter(({ hasIntegrity }) => hasIntegrity !== null);
  if (tags.length === 0) return unknown('pinned.unknown');
  const more: Partial<CheckResult> = { remedy: 'pinned.do', copy: codeAt(server) };
  if (tags.some(({ hasIntegrity }) => !hasIntegrity)) return advice('pinned.none', more);
  if (tags.some(({ version }) => version === null)) return problem('pinned.moving', more);
  return fine('pinned.fine');
}

/** The page that generates embedding code. */
const codeAt = (server: string) => `${server}/embed/`;

function onElements({ elements }: Facts): CheckResult | CheckResult[] {
  if (!elements) return CHECKING;
  const { loaded, missing, unseen, unknown: unknownTags, known } = elements;
  const faults = [
    ...unknownTags.map((tag) => {
      const suggestion = suggestTag(tag, known);
      const values = { tag: `<${tag}>`, tags: known.join(', ') };
      return suggestion
        ? problem('elements.typo', { remedy: 'elements.typo.do', values, copy: `<${suggestion}></${suggestion}>` })
        : problem('elements.typo', { remedy: 'elements.strange.do', values });
    }),
    ...missing.map((tag) =>
      problem('elements.missing', { remedy: 'elements.missing.do', values: { tag: `<${tag}>` } }),
    ),
    ...unseen.map((tag) =>
      problem('elements.unseen', {
        remedy: 'elements.unseen.do',
        values: { tag: `<${tag}>` },
        copy: 'observe(host.shadowRoot)',
      }),
    ),
  ];
  if (faults.length > 0) return faults;
  if (loaded.length === 0) return fine('elements.none');
  return fine('elements.fine', { values: { tags: loaded.map((tag) => `<${tag}>`).join(', ') } });
}

const originOf = (address: string): string => new URL(address).origin;
