import type { Department, DepartmentNode } from '../../shared/contracts/reference-data.contract.ts';

/** A department in its place. */
export interface TreeNode {
  readonly department: Department;
  readonly parent: TreeNode | null;
  readonly children: readonly TreeNode[];
  /** 1 at the top. */
  readonly level: number;
  /** Active users of the department and of those below it. */
  readonly people: number;
}

export interface Tree {
  readonly roots: readonly TreeNode[];
  readonly byId: ReadonlyMap<string, TreeNode>;
}

export const NO_TREE: Tree = { roots: [], byId: new Map() };

/** Links the departments of a response to their parents, and adds up their users. */
export function treeOf(departments: readonly DepartmentNode[]): Tree {
  const byId = new Map<string, TreeNode>();
  const linked = (one: DepartmentNode, parent: TreeNode | null): TreeNode => {
    const { children: below, ...department } = one;
    const children: TreeNode[] = [];
    const node = { department, parent, children, level: (parent?.level ?? 0) + 1, people: department.people };
    byId.set(department.id, node);
    for (const child of below) {
      const added = linked(child, node);
      children.push(added);
      node.people += added.people;
    }
    return node;
  };
  return { roots: departments.map((one) => linked(one, null)), byId };
}

/** The departments above, from the top. */
export function ancestorsOf(node: TreeNode): readonly TreeNode[] {
  const above: TreeNode[] = [];
  for (let { parent } = node; parent; { parent } = parent) above.unshift(parent);
  return above;
}

export const isWithin = (node: TreeNode | null, branch: TreeNode): boolean =>
  node !== null && (node === branch || isWithin(node.parent, branch));

/** Whether a department can move below `to` (null: to the top), and the move would change something. */
export const canMove = (node: TreeNode, to: TreeNode | null): boolean => !isWithin(to, node) && node.parent !== to;

/** A visible line of the tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly place: number;
  /** Number of visible departments with the same parent. */
  readonly siblings: number;
  /** Undefined without visible departments below. */
  readonly isExpanded: boolean | undefined;
  /** False for a department that is shown only because of those below it. */
  readonly isMatch: boolean;
}

export interface TreeView {
  readonly q: string;
  readonly showsInactive: boolean;
  /** Visible even if inactive. */
  readonly opened: string | null;
  readonly isExpanded: (id: string) => boolean;
}

/** The lines of the tree, from top to bottom. */
export function rowsOf({ roots }: Tree, { q, showsInactive, opened, isExpanded }: TreeView): readonly TreeRow[] {
  const wanted = q.toLocaleLowerCase();
  const matches = ({ department: { id, name, code, active } }: TreeNode) =>
    (active || showsInactive || id === opened) && `${name}\n${code}`.toLocaleLowerCase().includes(wanted);
  const shown = new Set<TreeNode>();
  const mark = (node: TreeNode): boolean => {
    const isShown = node.children.filter(mark).length > 0 || matches(node);
    if (isShown) shown.add(node);
    return isShown;
  };
  roots.forEach(mark);
  const rows: TreeRow[] = [];
  const add = (nodes: readonly TreeNode[]) => {
    const visible = nodes.filter((node) => shown.has(node));
    visible.forEach((node, index) => {
      const hasChildren = node.children.some((child) => shown.has(child));
      const isOpen = hasChildren ? isExpanded(node.department.id) : undefined;
      rows.push({ node, place: index + 1, siblings: visible.length, isExpanded: isOpen, isMatch: matches(node) });
      if (isOpen) add(node.children);
    });
  };
  add(roots);
  return rows;
}

/** Expands whole levels from the top, while the tree has at most `most` lines. */
export function firstExpanded({ roots }: Tree, most: number): ReadonlySet<string> {
  const expanded = new Set<string>();
  let level: readonly TreeNode[] = roots;
  let count = roots.length;
  while (level.length > 0) {
    const below = level.flatMap(({ children }) => children);
    count += below.length;
    if (count > most) break;
    for (const { department, children } of level) if (children.length > 0) expanded.add(department.id);
    level = below;
  }
  return expanded;
}

/** What a key does in the tree, by the ARIA practices. */
export type TreeStep = { readonly focus: number } | { readonly toggle: string } | null;

/** `at` is the index of the focused line. Null: the key has no meaning here. */
export function stepOf(key: string, rows: readonly TreeRow[], at: number): TreeStep {
  const row = rows[at];
  if (!row) return null;
  const { node, isExpanded } = row;
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(at + 1, rows.length - 1) };
    case 'ArrowUp':
      return { focus: Math.max(at - 1, 0) };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: rows.length - 1 };
    case 'ArrowRight':
      if (isExpanded === undefined) return { focus: at };
      return isExpanded ? { focus: at + 1 } : { toggle: node.department.id };
    case 'ArrowLeft':
      if (isExpanded) return { toggle: node.department.id };
      return { focus: node.parent ? rows.findIndex((one) => one.node === node.parent) : at };
    default:
      return null;
  }
}

/** Index of the next line whose name begins with the typed text; with one letter, after the focused one. */
export function findByText(rows: readonly TreeRow[], at: number, typed: string): number {
  const wanted = typed.toLocaleLowerCase();
  const from = typed.length === 1 ? at + 1 : Math.max(at, 0);
  const order = [...rows.keys()].map((index) => (from + index) % rows.length);
  return order.find((index) => rows[index]?.node.department.name.toLocaleLowerCase().startsWith(wanted)) ?? -1;
}

/** The department under which `row` comes one level out (null: the top); undefined at the top. */
export const outOf = ({ node }: TreeRow): TreeNode | null | undefined => node.parent?.parent;

/** The visible department before `row` with the same parent. */
export function before(rows: readonly TreeRow[], row: TreeRow): TreeNode | undefined {
  const siblings = rows.filter(({ node }) => node.parent === row.node.parent);
  return siblings[row.place - 2]?.node;
}
