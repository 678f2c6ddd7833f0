import type { CaseFinding } from '../../../shared/contracts/case-types.contract.ts';
import { type CaseMoment, momentOf } from '../../../shared/contracts/case-types.rules.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { Definition } from '../processes/index.ts';
import type { CaseTypeFields, Named } from './case-types.store.ts';

/** The process of a kind of case as it would be started now. */
export interface KnownProcess {
  readonly exists: boolean;
  readonly suspended: boolean;
  /** The active version. */
  readonly definition: Definition | undefined;
  /** Whether the form of its start event can be filled in; true without a form. */
  readonly hasForm: boolean;
  readonly startForm: string | null;
}

/** Members of the start groups may start cases of a kind. Without start groups, all users may. */
export function mayStartKind(
  { startGroups }: Pick<CaseTypeFields, 'startGroups'>,
  { groups, isAdmin }: Pick<CallerSession, 'groups' | 'isAdmin'>,
): boolean {
  return isAdmin || startGroups.length === 0 || startGroups.some((group) => groups.includes(group));
}

/** Returns every reference of a kind of case that does not exist, and every rule that can never apply. */
export function faultsOf(
  kind: CaseTypeFields,
  named: Named,
  { exists, definition }: Pick<KnownProcess, 'exists' | 'definition'>,
): FieldError[] {
  const errors: FieldError[] = [];
  const unknown = (pointer: string, value: string) =>
    errors.push({ pointer, code: 'field.choice_unknown', params: { value } });
  const twice = (pointer: string, value: string) =>
    errors.push({ pointer, code: 'case_type.twice', params: { value } });
  if (Object.keys(kind.title).length === 0)
    errors.push({ pointer: '/title', code: 'field.required', params: { attribute: 'title' } });
  if (!exists) unknown('/process', kind.process);
  if (kind.startForm !== null && !named.hasForm) unknown('/startForm', kind.startForm);
  if (kind.registry !== null && !named.registry) unknown('/registry', kind.registry);
  if (kind.numberSeries !== null && !named.hasSeries) unknown('/numberSeries', kind.numberSeries);
  for (const [index, group] of kind.startGroups.entries()) {
    if (named.missingGroups.includes(group)) unknown(`/startGroups/${index}`, group);
  }
  const statuses = new Set((named.registry?.statuses ?? []).map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { on, status }] of kind.statusMap.entries()) {
    const moment = momentOf(on);
    if (!moment || (definition && !happens(definition, moment))) unknown(`/statusMap/${index}/on`, on);
    else if (seen.has(on)) twice(`/statusMap/${index}/on`, on);
    seen.add(on);
    if (!statuses.has(status)) unknown(`/statusMap/${index}/status`, status);
  }
  const offered = new Set<string>();
  for (const [index, { taskKey }] of (kind.massAction ?? []).entries()) {
    const pointer = `/massAction/${index}/taskKey`;
    if (definition && !happens(definition, { kind: 'task', node: taskKey })) unknown(pointer, taskKey);
    else if (offered.has(taskKey)) twice(pointer, taskKey);
    offered.add(taskKey);
  }
  return errors;
}

/** Whether cases of a process can reach a moment. */
function happens({ nodes }: Definition, moment: CaseMoment): boolean {
  if (!('node' in moment)) return true;
  const node = Object.hasOwn(nodes, moment.node) ? nodes[moment.node] : undefined;
  return node?.kind === (moment.kind === 'task' ? 'user' : 'end');
}

/** Returns what prevents a stored kind of case from working, in the order of its fields. */
export function findingsOf(
  kind: CaseTypeFields,
  named: Named,
  process: KnownProcess,
  missingVariables: readonly string[] = [],
): CaseFinding[] {
  const found: CaseFinding[] = [];
  const add = (code: CaseFinding['code'], about: string | null = null) => found.push({ code, about });
  const { definition } = process;
  if (!definition) add('process_missing', kind.process);
  else if (process.suspended) add('process_suspended', kind.process);
  if (kind.startForm === null ? !process.hasForm : !named.hasPublishedForm)
    add('form_missing', kind.startForm ?? process.startForm);
  if (named.registry?.active === false) add('registry_inactive', kind.registry);
  for (const group of [...named.missingGroups, ...named.emptyGroups]) add('group_empty', group);
  const nodes = [
    ...kind.statusMap.map(({ on }) => momentOf(on)),
    ...(kind.massAction ?? []).map(({ taskKey }) => ({ kind: 'task', node: taskKey }) as const),
  ];
  const missing = nodes.flatMap((moment) =>
    moment && 'node' in moment && definition && !happens(definition, moment) ? [moment.node] : [],
  );
  for (const node of new Set(missing)) add('node_missing', node);
  const statuses = new Set((named.registry?.statuses ?? []).map(({ id }) => id));
  for (const status of new Set(kind.statusMap.map((rule) => rule.status))) {
    if (!statuses.has(status)) add('status_missing', status);
  }
  for (const name of missingVariables) add('variable_missing', name);
  return found;
}
