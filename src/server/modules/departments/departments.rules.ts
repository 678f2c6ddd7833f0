import type { Department, DepartmentNode } from '../../../shared/contracts/reference-data.contract.ts';

/** Departments under the ones they belong to, in the order they come in. One whose parent is not among them stands at the top. */
export function treeOf(departments: readonly Department[]): DepartmentNode[] {
  const nodes = new Map(departments.map((one): [string, DepartmentNode] => [one.id, { ...one, children: [] }]));
  const top: DepartmentNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    (parent?.children ?? top).push(node);
  }
  return top;
}
