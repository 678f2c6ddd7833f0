import type { ManualAudienceRule } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { isUuid } from '../authoring/authoring.rules.ts';

/** Each thing once, its key as it is stored: what is both named and excluded is excluded, everybody has no key. */
export function tidyRules(rules: readonly ManualAudienceRule[]): ManualAudienceRule[] {
  const once = new Map<string, ManualAudienceRule>();
  for (const { kind, ref: given, excluded = false } of rules) {
    const ref = kind === 'all' ? '' : kind === 'group' ? given : given.toLowerCase();
    const before = once.get(`${kind} ${ref}`);
    once.set(`${kind} ${ref}`, { kind, ref, excluded: excluded || before?.excluded === true });
  }
  return [...once.values()];
}

/** A key that nothing can have. */
export function malformedRef(rules: readonly ManualAudienceRule[]): string | undefined {
  return rules.find(({ kind, ref }) => kind !== 'all' && kind !== 'group' && !isUuid(ref))?.ref;
}
