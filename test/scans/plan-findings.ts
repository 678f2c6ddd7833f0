/** A node of a plan as auto_explain logs it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** A table that a statement reads completely, or from the start of an index until enough rows match. */
export interface PlanFinding {
  readonly table: string;
  readonly access: string;
}

/** Only the tenant condition, which row-level security adds. */
const TENANT_ONLY =
  /^\((\w+\.)?tenant_id = (\$\d+|tenant\(\)|'?\d+'?(::integer)?|\w+\.tenant_id|\(.*tenant\(\).*\))\)$/;

/**
 * Finds tables that a plan reads completely. The plan must be made with sequential scans discouraged and nested-loop
 * joins: a scan without any index condition but the tenant has no suitable index. Not findings are a plan that stops after
 * some unfiltered rows of an index, and a filter or join by a column that another index begins with: on the few rows of a
 * test, reading all of them costs the same. `tables` maps the tables to these columns.
 */
export function findingsOf(plan: PlanNode, tables: ReadonlyMap<string, ReadonlySet<string>>): PlanFinding[] {
  const found: PlanFinding[] = [];
  /** `joins` are the conditions of the joins above. */
  const visit = (node: PlanNode, parent: PlanNode | undefined, isCut: boolean, joins: string) => {
    const isPart = node['Node Type'] === 'Bitmap Index Scan';
    const name = baseOf(node['Relation Name'] ?? (isPart ? parent?.['Relation Name'] : undefined));
    const columns = name === undefined ? undefined : tables.get(name);
    const filter = node.Filter ?? (isPart ? (parent?.Filter ?? parent?.['Recheck Cond']) : undefined);
    const type = node['Node Type'];
    const alias = node.Alias ?? parent?.Alias;
    if (name !== undefined && columns && !isServed(filter, columns) && !isJoined(joins, alias, columns)) {
      if (type === 'Seq Scan') found.push({ table: name, access: 'Seq Scan' });
      const isWhole = node['Index Cond'] === undefined || TENANT_ONLY.test(node['Index Cond']);
      if (
        /^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type) &&
        isWhole &&
        !(isCut && filter === undefined)
      ) {
        found.push({ table: name, access: `${type} for the tenant` });
      }
    }
    // Sorting and grouping read all rows below them.
    const cuts =
      type === 'Limit' || (isCut && /^(Append|Merge Append|Subquery Scan|Result|LockRows|Nested Loop)$/.test(type));
    const above = `${joins} ${node['Join Filter'] ?? ''}`;
    for (const child of node.Plans ?? []) visit(child, /^Bitmap(And|Or)$/.test(type) ? parent : node, cuts, above);
  };
  visit(plan, undefined, false, '');
  return found;
}

/** Returns whether a filter compares a column that an index begins with. */
function isServed(filter: string | undefined, columns: ReadonlySet<string>): boolean {
  return [...(filter ?? '').matchAll(/\b(\w+) = /g)].some(
    ([, column]) => column !== 'tenant_id' && columns.has(column!),
  );
}

/** Returns whether a join compares a column of this table that an index begins with. */
function isJoined(joins: string, alias: string | undefined, columns: ReadonlySet<string>): boolean {
  return [...joins.matchAll(/\b(\w+)\.(\w+)(?= = )|(?<= = )(\w+)\.(\w+)/g)].some(
    ([, left, leftColumn, right, rightColumn]) =>
      (left ?? right) === alias &&
      columns.has((leftColumn ?? rightColumn)!) &&
      (leftColumn ?? rightColumn) !== 'tenant_id',
  );
}

/** Returns the table of a partition. */
function baseOf(name: string | undefined): string | undefined {
  return name?.replace(/_(\d{4}_q\d|other)$/, '');
}
