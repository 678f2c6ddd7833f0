import type { RightSettings, UserRights } from '../../../shared/contracts/rights.contract.ts';
import { CONFIDENTIAL_GROUPS, type ConfidentialKind, RIGHT_IDS, RIGHTS } from '../../../shared/contracts/rights.ts';

/** Returns the settings from stored values. A value that is not understood protects: it counts as demanded, or refused. */
export function rightSettingsOf(stored: {
  readonly confidentialNeedsGroup?: unknown;
  readonly selfRename?: unknown;
}): RightSettings {
  const { confidentialNeedsGroup: needs = false, selfRename = true } = stored;
  return {
    confidentialNeedsGroup: needs === false || needs === 'provider' ? needs : true,
    selfRename: selfRename === true,
  };
}

/** Returns the rights that groups grant, each with the groups that do. */
export function rightsOf(groups: readonly string[]): UserRights['rights'] {
  return RIGHT_IDS.flatMap((id) => {
    const granting = RIGHTS[id].filter((group) => groups.includes(group));
    return granting.length === 0 ? [] : [{ id, groups: [...granting] }];
  });
}

/** Whether a user who sees all tasks also needs a named group for confidential ones. */
function needsGroup({ confidentialNeedsGroup }: RightSettings, groups: readonly string[]): boolean {
  return confidentialNeedsGroup === 'provider' ? groups.includes('verva.admin') : confidentialNeedsGroup;
}

/** Returns the kinds of confidential tasks of others that a user sees. */
export function confidentialOf(settings: RightSettings, groups: readonly string[]): UserRights['confidential'] {
  if (!RIGHTS['tasks.see'].some((group) => groups.includes(group))) return [];
  return (Object.keys(CONFIDENTIAL_GROUPS) as ConfidentialKind[]).flatMap((kind) => {
    const granting = CONFIDENTIAL_GROUPS[kind].filter((group) => groups.includes(group));
    return granting.length > 0 || !needsGroup(settings, groups) ? [{ kind, groups: [...granting] }] : [];
  });
}

/** What a user may do in a registry by its groups; undefined: nothing. */
export function accessOf(
  { readGroups, writeGroups }: { readonly readGroups: readonly string[]; readonly writeGroups: readonly string[] },
  groups: readonly string[],
): { readonly access: 'read' | 'write'; readonly groups: string[] } | undefined {
  const writing = writeGroups.filter((group) => groups.includes(group));
  if (writing.length > 0) return { access: 'write', groups: writing };
  const reading = readGroups.filter((group) => groups.includes(group));
  return reading.length > 0 ? { access: 'read', groups: reading } : undefined;
}
