import type { ReactNode } from 'react';
import type { ManualGroup } from '../../shared/contracts/manual-authoring.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { compareTexts, useLanguage } from '../../shared/locale/index.ts';

export interface GroupNode extends ManualGroup {
  readonly depth: number;
}

/** The tree of groups in depth-first order with depths; sorted by position, then by name. */
export function treeOf(groups: readonly ManualGroup[], language: string): readonly GroupNode[] {
  const under = (parentId: string | null, depth: number): GroupNode[] =>
    groups
      .filter((group) => group.parentId === parentId)
      .toSorted((a, b) => a.position - b.position || compareTexts(textOf(a.name, language), textOf(b.name, language)))
      .flatMap((group) => [{ ...group, depth }, ...under(group.id, depth + 1)]);
  return under(null, 0);
}

/** Groups as select options, indented by depth. */
export function GroupOptions({ groups }: { readonly groups: readonly ManualGroup[] }): ReactNode {
  const language = useLanguage();
  return treeOf(groups, language).map(({ id, depth, name }) => (
    <option key={id} value={id}>
      {'\u2003'.repeat(depth) + textOf(name, language)}
    </option>
  ));
}
