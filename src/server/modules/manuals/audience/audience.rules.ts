import type { ManualAudienceRule } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** Removes duplicates and normalises keys. A target both included and excluded is excluded; `all` has no key. */
export function tidyRules(rules: readonly ManualAudienceRule[]): ManualAudienceRule[] {
  const once = new Map<string, ManualAudienceRule>();
  for (const { kind, ref: given, excluded = false } of rules) {
    const ref = kind === 'all' ? '' : kind === 'group' ? given : given.toLowerCase();
    const before = once.get(`${kind} ${ref}`);
    once.set(`${kind} ${ref}`, { kind, ref, excluded: excluded || before?.excluded === true });
  }
  return [...once.values()];
}

/** Returns the first key that is malformed. */
export function malformedRef(rules: readonly ManualAudienceRule[]): string | undefined {
  return rules.find(({ kind, ref }) => kind !== 'all' && kind !== 'group' && !isUuid(ref))?.ref;
}
