import type { Attachment } from '../../../../shared/contracts/attachments.contract.ts';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { AdhocOffer, IdentityLink, Outcome, TaskDetail } from '../../../../shared/contracts/tasks.contract.ts';
import type { FormBody, FormOutcome } from '../../../../shared/forms/index.ts';
import { toInstant } from '../../../platform/instants.ts';
import { toTask } from '../../inbox/index.ts';
import { type DecisionRefusal, type Definition, taskOutcomes, visibleVars } from '../../processes/index.ts';
import {
  actingOn,
  isLinked,
  type LinkRow,
  mayAssign,
  mayDelegate,
  mayRelease,
  mayReturn,
  mayStopClock,
  mustReturn,
} from './tasks.rules.ts';
import type { LoadedTask } from './tasks.store.ts';

export interface DetailParts {
  readonly timeZone: string;
  readonly now: Date;
  readonly isAdmin: boolean;
  readonly definition: Definition | undefined;
  readonly form: FormBody | null;
  readonly adhoc: readonly AdhocOffer[];
  readonly attachments: readonly Attachment[];
  /** Why the caller may not decide the task. */
  readonly refusal: DecisionRefusal | null;
}

export function toDetail(task: LoadedTask, parts: DetailParts): TaskDetail {
  const { row, rights, caller } = task;
  const acting = row.status === 'open' ? actingOn(rights, caller) : null;
  const open = row.status === 'open';
  const mayDecide = acting !== null && parts.refusal === null;
  return {
    ...toTask(row, {
      person: (id) => (id === null ? null : (task.people.get(id) ?? null)),
      timeZone: parts.timeZone,
      now: parts.now,
      via: acting?.via ?? null,
      viaUserId: acting?.via === 'delegation' ? acting.userId : null,
      viaGroup: acting?.via === 'group' ? acting.group : null,
    }),
    identityLinks: rights.links.map((link) => toLink(link, task.people)),
    variables: variablesOf(task),
    outcomes: outcomesFor(task, parts.definition, parts.form),
    ...(acting && parts.refusal ? { whyNot: parts.refusal } : {}),
    mayComplete: mayDecide && !mustReturn(rights),
    mayEdit: mayDecide,
    mayClaim: open && rights.assigneeId === null && mayDecide,
    mayRelease: open && mayRelease(rights, caller),
    mayAssign: open && mayAssign(rights, caller, parts.isAdmin),
    ...deferredCompletionOf(task),
    mayDelegate: open && mayDelegate(rights, caller, parts.isAdmin),
    mayReturn: open && mayReturn(rights, caller, parts.isAdmin),
    mayStopClock:
      open &&
      mayStopClock(rights, caller, { isAdmin: parts.isAdmin, modelAllows: clockMayStop(task, parts.definition) }),
    clock: open ? clockOf(task) : null,
    adhoc: [...parts.adhoc],
    attachments: [...parts.attachments],
  };
}

function deferredCompletionOf({ row, people, caller }: LoadedTask): Pick<TaskDetail, 'held'> {
  const by = row.held_by === null ? undefined : people.get(row.held_by);
  if (!by || row.held_until === null) return {};
  const id = row.held_by === caller.userId && row.held_id !== null ? { id: row.held_id } : {};
  return { held: { ...id, until: toInstant(row.held_until)!, by } };
}

/** Whether the model allows the assignee to stop the clock. */
export function clockMayStop(task: LoadedTask, definition: Definition | undefined): boolean {
  return definition?.nodes[task.row.node_id]?.task?.clockMayStop === true;
}

function clockOf({ row, people }: LoadedTask): TaskDetail['clock'] {
  const { clock_until, clock_since, clock_by } = row;
  if (clock_until === null || clock_since === null) return null;
  return {
    until: toInstant(clock_until)!,
    since: toInstant(clock_since)!,
    by: clock_by === null ? null : (people.get(clock_by) ?? null),
  };
}

/** Returns the process variables visible to the task, overridden by the values saved or submitted in it. */
export function variablesOf(task: LoadedTask): Record<string, unknown> {
  return { ...visibleVars(task.instance.state, Number(task.row.token)), ...task.row.variables };
}

/** Returns the outcomes of a task for the caller. */
export function outcomesFor(
  { row }: { readonly row: Pick<LoadedTask['row'], 'form_id' | 'node_id'> },
  definition: Definition | undefined,
  form: FormBody | null,
): Outcome[] {
  return taskOutcomes(row, definition, form).map(toOutcome);
}

function toOutcome(outcome: FormOutcome): Outcome {
  return {
    id: outcome.id,
    label: { ...outcome.label },
    style: outcome.style ?? 'neutral',
    comment: outcome.comment ?? 'none',
    validate: outcome.validate ?? true,
    ...(outcome.confirm && { confirm: { ...outcome.confirm } }),
  };
}

export function toLink(link: LinkRow, people: ReadonlyMap<string, UserRef>): IdentityLink {
  const isGroup = link.principal.startsWith('g:');
  const id = link.principal.slice(2);
  const user = isGroup ? undefined : people.get(id);
  const by = link.rule.by === undefined ? undefined : people.get(link.rule.by);
  return {
    kind: link.kind,
    ...(isGroup
      ? { groupId: id, ...(link.groupName ? { groupName: link.groupName } : {}) }
      : { userId: user?.id ?? id.replace(/^\?/, '') }),
    ...(user ? { user } : {}),
    rule: {
      source: link.rule.source,
      ...(link.rule.text ? { text: link.rule.text } : {}),
      ...(by ? { by } : {}),
      ...(link.rule.how ? { how: link.rule.how } : {}),
    },
    since: toInstant(link.since)!,
  };
}

/** Whether the caller participates in the case through this task. */
export function takesPart(task: LoadedTask): boolean {
  const { caller, rights, instance } = task;
  return rights.endedBy === caller.userId || instance.starterId === caller.userId || isLinked(rights, caller);
}
