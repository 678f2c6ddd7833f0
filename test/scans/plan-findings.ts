/** A node of a plan as auto_explain logs it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** A table that a statement reads completely, or from the start of an index until enough rows match. */
export interface PlanFinding {
  readonly table: string;
  readonly way: string;
}

/** Only the tenant condition, which row-level security adds. */
const TENANT_ONLY =
  /^\((\w+\.)?tenant_id = (\$\d+|tenant\(\)|'?\d+'?(::integer)?|\w+\.tenant_id|\(.*tenant\(\).*\))\)$/;

/**
 * Finds tables that a plan reads completely. The plan must be made with sequential scans discouraged and nested-loop
 * joins: a scan without any index condition but the tenant has no suitable index. A plan that stops after some
 * unfiltered rows of an index is not a finding.
 */
export function findingsOf(plan: PlanNode, tenantTables: ReadonlySet<string>): PlanFinding[] {
  const found: PlanFinding[] = [];
  const visit = (node: PlanNode, table: string | undefined, isCut: boolean) => {
    const name = baseOf(node['Relation Name']) ?? table;
    const type = node['Node Type'];
    if (name !== undefined && tenantTables.has(name)) {
      if (type === 'Seq Scan') found.push({ table: name, way: 'Seq Scan' });
      const isWhole = node['Index Cond'] === undefined || TENANT_ONLY.test(node['Index Cond']);
      if (/^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type) && isWhole && !(isCut && !node.Filter)) {
        found.push({ table: name, way: `${type} for the tenant` });
      }
    }
    // Sorting and grouping read all rows below them.
    const cuts =
      type === 'Limit' || (isCut && /^(Append|Merge Append|Subquery Scan|Result|LockRows|Nested Loop)$/.test(type));
    for (const child of node.Plans ?? []) visit(child, type === 'Bitmap Heap Scan' ? name : undefined, cuts);
  };
  visit(plan, undefined, false);
  return found;
}

/** Returns the table of a partition. */
function baseOf(name: string | undefined): string | undefined {
  return name?.replace(/_(\d{4}_q\d|other)$/, '');
}
