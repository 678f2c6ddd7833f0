import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { AdhocOffer } from '../../../../shared/contracts/tasks.contract.ts';
import type { FormBody } from '../../../../shared/forms/index.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordLook } from '../../../platform/record-look.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { formVersion } from '../../forms/index.ts';
import type { Viewer } from '../../inbox/index.ts';
import { pinForm } from '../../inbox/index.ts';
import {
  adhocPlaces,
  type Definition,
  isParticipant,
  mayRunAdhoc,
  nameIn,
  readRequesters,
  scopeOf,
} from '../../processes/index.ts';
import { isOpenToAll } from './confidential.ts';
import { takesPart } from './task-detail.ts';
import { actingOn, behalfOf, isVisible } from './tasks.rules.ts';
import { hasActed, type LoadedTask, loadTask } from './tasks.store.ts';

export type TaskCall = Caller;

export function viewerOf({
  session,
  now,
}: {
  readonly session: Pick<TaskCall['session'], 'userId' | 'timeZone'>;
  readonly now: Date;
}): Viewer {
  return { userId: session.userId, timeZone: session.timeZone, today: dayOf(now, session.timeZone), now };
}

/** Returns a task that the caller may see: linked to it, owner, has acted, `alltasks` and administrators. Throws not found for all others. */
export async function visibleTask(call: TaskCall, id: string, lock = false): Promise<LoadedTask> {
  const task = await findVisibleTask(call, assertUuid(id, 'task.not_found'), lock);
  if (!task) throw new AppError('task.not_found');
  return task;
}

/**
 * Returns a task like `visibleTask`, or undefined when there is none that the caller may see. Every request for a task, its
 * form, history, comments and files comes through here, so that views of confidential ones are recorded.
 */
export async function findVisibleTask(call: TaskCall, id: string, lock = false): Promise<LoadedTask | undefined> {
  const task = await findAccessible(call, id, lock);
  if (task && task.row.confidential !== null) await recordLookAt(call.tx, task, task.row.confidential);
  return task;
}

async function recordLookAt(tx: Tx, { row, rights, caller }: LoadedTask, confidential: string): Promise<void> {
  await recordLook(tx, {
    kind: 'task',
    entityId: row.id,
    subjects: await readRequesters(tx, row.instance_id),
    confidential,
    onBehalfOf: behalfOf(rights, actingOn(rights, caller)),
  });
}

async function findAccessible(call: TaskCall, id: string, lock = false): Promise<LoadedTask | undefined> {
  const { tx, session } = call;
  const task = await loadTask(tx, id, viewerOf(call), lock);
  if (!task) return undefined;
  const seesAll = session.isAdmin || session.groups.includes('alltasks');
  if (seesAll && (await isOpenToAll(tx, session, task.row.confidential))) return task;
  if (isVisible(task.rights, task.caller) || (await hasActed(tx, task.row.id, session.userId))) return task;
  return undefined;
}

/** Returns the form version pinned to the task; null without a form, or while the form is unpublished. */
export async function formOf(
  call: {
    readonly tx: Tx;
    readonly session: Pick<TaskCall['session'], 'tenantId'>;
    readonly context: Pick<TaskCall['context'], 'db'>;
  },
  task: LoadedTask,
): Promise<FormBody | null> {
  const { form_id, form_number } = task.row;
  if (form_id === null) return null;
  const number = form_number ?? (task.row.status === 'open' ? await pinForm(call.tx, task.row.id) : null);
  return number === null
    ? null
    : formVersion(call.tx, { db: call.context.db, tenantId: call.session.tenantId }, form_id, number);
}

/** Returns the ad-hoc sub-processes of the task's instance in which the caller may start activities. */
export async function adhocOffers(
  call: TaskCall,
  task: LoadedTask,
  definition: Definition | undefined,
  language: LanguageId,
): Promise<AdhocOffer[]> {
  if (!definition || task.instance.status === 'completed') return [];
  const places = adhocPlaces(definition, task.instance.state, scopeOf(call));
  if (places.length === 0) return [];
  const { tx, session } = call;
  const person = {
    groups: task.caller.groups,
    isAdmin: session.isAdmin,
    takesPart: takesPart(task) || (await isParticipant(tx, task.row.instance_id, session.userId)),
  };
  const shown = (nodeId: string, name: string) => nameIn({ name, names: definition.nodes[nodeId]?.names }, language);
  return places
    .filter((place) => mayRunAdhoc(place, person))
    .map(({ nodeId, name, activities }) => ({
      instanceId: task.row.instance_id,
      nodeId,
      name: shown(nodeId, name),
      activities: activities.map((one) => ({ ...one, name: shown(one.nodeId, one.name) })),
      mayFinish: true,
    }));
}
