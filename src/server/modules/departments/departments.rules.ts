import type { Department, DepartmentNode } from '../../../shared/contracts/reference-data.contract.ts';

/** Builds the tree of departments, keeping their order. A department whose parent is missing becomes a root. */
export function treeOf(departments: readonly Department[]): DepartmentNode[] {
  const nodes = new Map(departments.map((one): [string, DepartmentNode] => [one.id, { ...one, children: [] }]));
  const top: DepartmentNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.children ?? top).push(node);
  }
  return top;
}
