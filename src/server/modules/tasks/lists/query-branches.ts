import { type RawBuilder, sql } from 'kysely';
import { conditionSql } from '../../../platform/condition-sql.ts';
import type { Condition, ListQuery } from '../../../platform/list-query.ts';
import {
  type EndingScope,
  endingRanges,
  endingScan,
  type InboxOrder,
  type IndexScan,
  type PartitionColumn,
  type QueryBranch,
  type SqlCondition,
} from '../../inbox/index.ts';
import type { TranslatedStep } from '../../processes/index.ts';
import { INBOX_SQL, type InboxSqlField } from './field-sql.ts';
import { isExcluding, isOfStep, shownNameSql, stepsFor } from './shown-names.ts';

type Sql = RawBuilder<unknown>;

/** Fields with the same value in all tasks of a kind. */
const OF_KIND: ReadonlySet<string> = new Set<InboxSqlField>([
  'name',
  'taskKey',
  'process',
  'assignee',
  'via',
  'onBehalfOf',
]);

/** Fields with the same value in a whole inbox, as SQL. */
const OF_INBOX: Readonly<Record<string, Sql>> = {
  onBehalfOf: sql`s.via_user`,
  via: sql`(CASE s.rank WHEN 2 THEN 'delegation' WHEN 1 THEN 'group' ELSE 'assignee' END)`,
};

/**
 * Returns the query branches for the filters of a list; none when no open task can match. Names are filtered as stored and
 * as `steps` show them.
 */
export function queryBranches(
  list: ListQuery,
  order: InboxOrder,
  steps: readonly TranslatedStep[] = [],
): QueryBranch[] {
  const conditions = list.conditions.filter(({ field }) => field !== 'snoozed' && field !== 'status');
  if (!list.conditions.every((condition) => condition.field !== 'status' || fitsOpen(condition))) return [];
  const names = conditions.filter(({ field }) => field === 'name');
  const others = conditions.filter(({ field }) => field !== 'name');
  const q = list.q?.trim();
  const branches = names.length === 0 ? [NO_NAME] : byName(names, steps);
  return branches
    .flatMap((branch) => withSearch(branch, q, steps))
    .map((branch) => completeBranch(branch, others, order));
}

/** A branch with the conditions on the name and of the search only. */
interface PartialBranch {
  /** Whether the name is that of the kind; undefined for both. */
  readonly isKindName?: boolean;
  readonly partitionTests: readonly SqlCondition[];
  readonly rowTests: readonly SqlCondition[];
  readonly indexScans: readonly IndexScan[];
}

const NO_NAME: PartialBranch = { partitionTests: [], rowTests: [], indexScans: [] };
const isKindName: SqlCondition = (source) => sql`NOT ${source}.name_is_own`;
const isOwn: SqlCondition = (source) => sql`${source}.name_is_own`;

/** Branches for tasks with the name of their kind, with their own names, and with own names that are shown translated. */
function byName(names: readonly Condition[], steps: readonly TranslatedStep[]): PartialBranch[] {
  const shown = names.map((one) => shownTest(one, steps));
  const translated = names.reduce((rest, one) => (isExcluding(one) ? rest : stepsFor(one, rest)), steps);
  return [
    { isKindName: true, partitionTests: [isKindName, ...shown], rowTests: [], indexScans: [] },
    {
      isKindName: false,
      partitionTests: [isOwn],
      rowTests: names.map((one) => (isExcluding(one) ? shownTest(one, steps) : testOf(one))),
      indexScans: names.flatMap((one) => byEnding('n', one)),
    },
    ...(translated.length === 0
      ? []
      : [
          {
            isKindName: false,
            partitionTests: [isOwn, (source: Sql) => isOfStep(source, translated)],
            rowTests: shown,
            indexScans: [],
          },
        ]),
  ];
}

/** A condition on the name that is shown, or on the stored one unless it excludes tasks. */
function shownTest(condition: Condition, steps: readonly TranslatedStep[]): SqlCondition {
  if (steps.length === 0) return testOf(condition);
  return (source) => {
    const shown = conditionSql(shownNameSql(source, steps), condition);
    return isExcluding(condition) ? shown : sql`(${testOf(condition)(source)} OR ${shown})`;
  };
}

/** Adds the search: it matches the name or the business key. */
function withSearch(branch: PartialBranch, q: string | undefined, steps: readonly TranslatedStep[]): PartialBranch[] {
  if (q === undefined || q === '') return [branch];
  const contains = (field: string): Condition => ({ field, type: 'text', test: 'contains', value: q });
  const [name, key] = [contains('name'), contains('businessKey')];
  const joined = (other: PartialBranch): PartialBranch => ({
    ...other,
    partitionTests: [...branch.partitionTests, ...other.partitionTests],
    rowTests: [...branch.rowTests, ...other.rowTests],
    indexScans: [...branch.indexScans, ...other.indexScans],
  });
  return [
    ...byName([name], steps)
      .filter((other) => branch.isKindName === undefined || branch.isKindName === other.isKindName)
      .map(joined),
    {
      ...joined({ partitionTests: [], rowTests: [testOf(key)], indexScans: byEnding('b', key) }),
      ...(branch.isKindName === undefined ? {} : { isKindName: branch.isKindName }),
    },
  ];
}

function completeBranch(branch: PartialBranch, conditions: readonly Condition[], order: InboxOrder): QueryBranch {
  const has = (...fields: string[]) => conditions.some(({ field }) => fields.includes(field));
  const ofKind =
    branch.isKindName !== undefined ||
    has('taskKey', 'assignee') ||
    conditions.some((condition) => condition.field === 'via' && !isOfInbox(condition)) ||
    (has('process') && order !== 'process') ||
    (has('priority') && order === 'process');
  const ofPriority = order === 'priority' || (has('priority') && (order === 'created' ? !ofKind : true));
  const ofProcess = order === 'process' && !ofKind && has('process', 'due');
  const by: PartitionColumn[] = [
    ...(ofKind ? (['kind'] as const) : []),
    ...(ofPriority ? (['priority'] as const) : []),
    ...(ofProcess ? (['process_key'] as const) : []),
  ];
  const isOfPartition = (condition: Condition) =>
    condition.field === 'priority'
      ? ofPriority
      : isOfInbox(condition) || (OF_KIND.has(condition.field) && (ofKind || condition.field === 'process'));
  return {
    by,
    isOwn: conditions.some(isAboutOwn),
    partitionConditions: [...branch.partitionTests, ...conditions.filter(isOfPartition).map(testOf)],
    rangeConditions: conditions.filter((condition) => isRange(condition, order)).map(testOf),
    rowConditions: [
      ...branch.rowTests,
      ...conditions.filter((condition) => !isOfPartition(condition) && !isRange(condition, order)).map(testOf),
      ...(has('via', 'onBehalfOf') ? [isBestRight] : []),
    ],
    indexScans: [...branch.indexScans, ...conditions.flatMap((condition) => indexScansOf(condition, order))],
  };
}

/** Whether a condition matches all tasks of an inbox or none: the inbox determines `via`, except for the caller's own. */
function isOfInbox(condition: Condition): boolean {
  if (condition.field === 'onBehalfOf') return true;
  if (condition.field !== 'via') return false;
  switch (condition.test) {
    case 'eq':
    case 'neq':
      return !isOwnVia(condition.value);
    case 'in':
      return !condition.values.some(isOwnVia);
    default:
      return false;
  }
}

/** Whether a condition is about assignees or the caller's own tasks. */
function isAboutOwn({ field, ...condition }: Condition): boolean {
  switch (condition.test) {
    case 'person':
      return field === 'assignee' && !condition.orBlank;
    case 'eq':
      return field === 'via' && isOwnVia(condition.value);
    case 'in':
      return field === 'via' && condition.values.every(isOwnVia);
    default:
      return false;
  }
}

const isOwnVia = (via: unknown) => via === 'assignee' || via === 'candidate';

function testOf(condition: Condition): SqlCondition {
  return (source) => {
    const column = isOfInbox(condition)
      ? OF_INBOX[condition.field]!
      : INBOX_SQL[condition.field as InboxSqlField](source);
    // A due date is never null, so that an index can answer whether there is one.
    if (condition.field === 'due' && condition.test === 'blank') return sql`${column} = 'infinity'`;
    if (condition.field === 'due' && condition.test === 'notBlank') return sql`${column} < 'infinity'`;
    return conditionSql(column, condition);
  };
}

/** `via` refers to the caller's best right: the caller's own before a group's before a delegator's. */
const isBestRight: SqlCondition =
  () => sql`(s.rank = 0 OR NOT EXISTS (SELECT 1 FROM task_inbox o JOIN p better ON better.principal = o.principal
  WHERE o.task_id = i.task_id AND better.rank < s.rank AND (better.floor IS NULL OR o.task_id >= better.floor) OFFSET 0))`;

const RANGES: ReadonlySet<string> = new Set(['blank', 'notBlank', 'eq', 'lt', 'lte', 'gt', 'gte', 'between']);

/** Whether the matching rows are adjacent in each partition: all orders except `created` end with the due date. */
function isRange({ field, test }: Condition, order: InboxOrder): boolean {
  return field === (order === 'created' ? 'created' : 'due') && RANGES.has(test);
}

/** Returns index scans for the condition if the index of the order cannot answer it. */
function indexScansOf(condition: Condition, order: InboxOrder): IndexScan[] {
  const { field, test } = condition;
  switch (field) {
    case 'businessKey':
      return byEnding('b', condition);
    case 'due':
    case 'created': {
      const column = sql.ref(field === 'due' ? 'due_at' : 'created_at');
      return RANGES.has(test) && !isRange(condition, order)
        ? [{ range: testOf(condition)(sql`i`), order: sql`i.${column}, i.task_id` }]
        : [];
    }
    case 'unread':
      return isReadOnly(condition) ? [READ] : [];
    default:
      return [];
  }
}

/** Read marks of the caller, stored for open tasks and those ended in the last weeks. */
const READ: IndexScan = {
  hasProcess: true,
  tasks: (limit) => sql`SELECT r.task_id, r.process_key FROM task_read r WHERE r.user_id = me() LIMIT ${limit}`,
};

function isReadOnly(condition: Condition): boolean {
  return (condition.test === 'eq' || condition.test === 'neq') && condition.value === (condition.test === 'neq');
}

function byEnding(scope: EndingScope, condition: Condition): IndexScan[] {
  switch (condition.test) {
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return condition.value === '' ? [] : [endingScan(endingRanges(scope, condition.test, condition.value))];
    case 'eq':
      return [endingScan(endingRanges(scope, 'is', String(condition.value)))];
    case 'blank':
      return [endingScan(endingRanges(scope, 'is', ''))];
    case 'in': {
      const values = [...condition.values.map(String), ...(condition.orBlank ? [''] : [])];
      return [endingScan(values.flatMap((value) => endingRanges(scope, 'is', value)))];
    }
    default:
      return [];
  }
}

/** Whether a condition on the status matches open tasks; the inbox contains only these. */
function fitsOpen(condition: Condition): boolean {
  switch (condition.test) {
    case 'eq':
      return condition.value === 'open';
    case 'in':
      return condition.values.includes('open');
    case 'neq':
      return condition.value !== 'open';
    default:
      return condition.test === 'notBlank';
  }
}
