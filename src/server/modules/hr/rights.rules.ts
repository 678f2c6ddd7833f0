import type { HrMay } from '../../../shared/contracts/hr-users.contract.ts';

/** Parts of a user's HR data, each with its own rights. */
export type HrPart = 'user' | 'contracts' | 'pay' | 'health' | 'documents' | 'sizes' | 'access';
export type HrLevel = 'read' | 'add' | 'write';

const HR = 'employee_management_admin';
const VIEWER = 'employee_management_viewer';
const FINANCE = 'finance_viewer';
const SIZES = 'clothes_sizes_admin';
/** Sees the contracts of direct and indirect reports, and only theirs. */
export const TEAM = 'team_contract_viewer';

/** Groups that pass as HR; for protected parts only as the organisation allows (`confidentialNeedsGroup`). */
export const PASSING = ['admin', 'verva.admin'] as const;

interface Grant {
  readonly write: readonly string[];
  readonly read: readonly string[];
  /** Groups that read the data of their members' reports. */
  readonly reports: readonly string[];
  readonly own: HrLevel;
  /** Administrators need a group where the organisation demands it. */
  readonly isProtected: boolean;
}

/** The rights of each group (docs/security.md). A test compares them with the answers of the server, cell by cell. */
export const GRANTS: Readonly<Record<HrPart, Grant>> = {
  user: { write: [HR], read: [VIEWER, FINANCE, SIZES], reports: [TEAM], own: 'read', isProtected: false },
  contracts: { write: [HR], read: [VIEWER, FINANCE], reports: [TEAM], own: 'read', isProtected: false },
  pay: { write: [HR], read: [FINANCE], reports: [], own: 'read', isProtected: true },
  health: { write: [HR], read: [], reports: [], own: 'read', isProtected: true },
  documents: { write: [HR], read: [VIEWER], reports: [], own: 'add', isProtected: false },
  sizes: { write: [HR, SIZES], read: [VIEWER], reports: [], own: 'read', isProtected: false },
  access: { write: [], read: [HR], reports: [], own: 'read', isProtected: true },
};

/** What the rights of a viewer on the data of one user depend on. */
export interface HrFacts {
  readonly isSelf: boolean;
  /** The user is a direct or indirect report of the viewer. */
  readonly isReport: boolean;
  /** The viewer's groups. */
  readonly groups: readonly string[];
  /** The viewer is an administrator and passes for protected parts. */
  readonly passes: boolean;
}

export interface HrRight {
  readonly level: HrLevel;
  /** The group that grants it; null: it is the viewer's own data. */
  readonly group: string | null;
}

/** Returns the viewer's right on a part of a user's data; undefined: none. */
export function rightOn(part: HrPart, facts: HrFacts): HrRight | undefined {
  const granted = rightOfGroups(part, facts);
  if (!facts.isSelf) return granted;
  // HR changes its own clothes sizes, and no other own record.
  if (part === 'sizes' && granted?.level === 'write') return { level: 'write', group: null };
  return { level: GRANTS[part].own, group: null };
}

/** Whether the viewer would have this right if the data were another user's. */
export const hasRightOnOthers = (part: HrPart, facts: HrFacts, level: HrLevel): boolean =>
  allows(rightOfGroups(part, facts), level);

function rightOfGroups(part: HrPart, { groups, isReport, passes }: HrFacts): HrRight | undefined {
  const grant = GRANTS[part];
  const first = (wanted: readonly string[]) => wanted.find((group) => groups.includes(group));
  const asAdministrator = grant.isProtected && !passes ? undefined : first(PASSING);
  const writer = first(grant.write) ?? (grant.write.length > 0 ? asAdministrator : undefined);
  if (writer !== undefined) return { level: 'write', group: writer };
  const reader = first(grant.read) ?? asAdministrator ?? (isReport ? first(grant.reports) : undefined);
  return reader === undefined ? undefined : { level: 'read', group: reader };
}

const LEVELS: readonly HrLevel[] = ['read', 'add', 'write'];

export function allows(right: HrRight | undefined, level: HrLevel): boolean {
  return right !== undefined && LEVELS.indexOf(right.level) >= LEVELS.indexOf(level);
}

/** What a viewer may do with the data of one user, for screens. `isElement`: an element token changes nothing. */
export function mayOf(facts: HrFacts, isElement: boolean): HrMay {
  const level = (part: HrPart) => {
    const right = rightOn(part, facts);
    return right === undefined ? null : isElement ? 'read' : right.level;
  };
  return {
    contracts: level('contracts'),
    pay: level('pay'),
    health: level('health'),
    documents: level('documents'),
    sizes: level('sizes'),
    access: level('access'),
    needsReason: !facts.isSelf,
  };
}
