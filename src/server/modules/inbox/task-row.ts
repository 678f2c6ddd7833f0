import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../../shared/contracts/tasks.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { toInstant } from '../../platform/instants.ts';
import { personRef } from '../users/index.ts';

/** A task as lists and the detail read it; times are in the format of the database driver. */
export interface TaskRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: Task['status'];
  /** The manual to read, if the task is an assigned reading. */
  readonly manual_id?: string | null;
  readonly process_key: string | null;
  readonly process_name: string | null;
  readonly case_type_id: string | null;
  readonly process_number: number | null;
  readonly node_id: string | null;
  readonly instance_id: string | null;
  readonly business_key: string | null;
  readonly form_id: string | null;
  readonly form_number: number | null;
  readonly priority: number;
  readonly created_at: unknown;
  readonly due_at: unknown;
  readonly due_is_day: boolean;
  readonly escalate_at: unknown;
  readonly follow_up_at: unknown;
  readonly ended_at: unknown;
  readonly outcome: string | null;
  readonly assignee_id: string | null;
  readonly owner_id: string | null;
  readonly ended_by: string | null;
  readonly on_behalf_of: string | null;
  readonly is_read: boolean;
  readonly has_draft: boolean;
  readonly delegated: Task['delegated'];
  /** The caller's snooze; it may have ended. */
  readonly snoozed_until: unknown;
  readonly comments: number;
  readonly rev: number;
  /** The four-eyes rule of the process; null for a task without a process. */
  readonly four_eyes: 'none' | 'requester' | 'strict' | null;
}

/** A row of a list, with the caller's right to the task and the users it names. */
export interface ListedRow extends TaskRow {
  readonly via_rank: number;
  readonly via_user: string | null;
  readonly via_group: string | null;
  readonly people: { id: string; username: string; name: string | null; avatar: string | null }[] | null;
}

/** The caller's right to the task, and the users it names. */
export interface TaskContext {
  readonly person: (id: string | null) => UserRef | null;
  readonly timeZone: string;
  readonly now: Date;
  readonly via: Task['via'];
  readonly viaUserId?: string | null;
  readonly viaGroup?: string | null;
}

export function toTask(row: TaskRow, context: TaskContext): Task {
  const due = toInstant(row.due_at);
  const snoozedUntil = toInstant(row.snoozed_until);
  const viaUser = context.person(context.viaUserId ?? null);
  return {
    id: row.id,
    name: row.name,
    ...(row.description === null ? {} : { description: row.description }),
    status: row.status,
    ...(row.manual_id ? { manualId: row.manual_id } : {}),
    process:
      row.process_key === null || row.process_number === null
        ? null
        : {
            key: row.process_key,
            name: row.process_name ?? row.process_key,
            version: row.process_number,
            ...(row.case_type_id === null ? {} : { caseType: row.case_type_id }),
          },
    taskKey: row.node_id,
    instanceId: row.instance_id,
    businessKey: row.business_key,
    formId: row.form_id,
    formVersion: row.form_number,
    assignee: context.person(row.assignee_id),
    owner: context.person(row.owner_id),
    priority: row.priority,
    created: toInstant(row.created_at)!,
    due,
    dueDate: due !== null && row.due_is_day ? dayOf(due, context.timeZone) : null,
    escalates: toInstant(row.escalate_at),
    followUp: toInstant(row.follow_up_at),
    ended: toInstant(row.ended_at),
    endedBy: context.person(row.ended_by),
    onBehalfOf: context.person(row.on_behalf_of),
    outcome: row.outcome,
    via: context.via,
    ...(viaUser ? { viaUser } : {}),
    ...(context.viaGroup ? { viaGroup: context.viaGroup } : {}),
    unread: !row.is_read,
    hasDraft: row.has_draft,
    snoozedUntil: snoozedUntil !== null && Date.parse(snoozedUntil) > context.now.getTime() ? snoozedUntil : null,
    comments: row.comments,
    delegated: row.delegated,
    version: row.rev,
  };
}

/** Converts a row of an inbox to a task of the list. */
export function listedTask(
  row: ListedRow,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
  /** Why the caller may act on the task but not complete it. */
  whyNot?: Task['whyNot'],
): Task {
  const people = new Map((row.people ?? []).map((one) => [one.id, personRef(one)]));
  const own = row.assignee_id === null ? 'candidate' : 'assignee';
  const task = toTask(row, {
    person: (id) => (id === null ? null : (people.get(id) ?? null)),
    timeZone,
    now,
    via: row.via_rank === 2 ? 'delegation' : row.via_rank === 1 ? 'group' : own,
    viaUserId: row.via_user,
    viaGroup: row.via_group,
  });
  return refusedTask(task, whyNot);
}

/** Adds the reason why the caller may not complete the task, if there is one. */
export function refusedTask(task: Task, whyNot: Task['whyNot']): Task {
  return whyNot ? { ...task, mayComplete: false, whyNot } : task;
}
