import { allTasksFields } from '../../../shared/contracts/all-tasks.contract.ts';
import type { ListFields } from '../../../shared/contracts/endpoint.ts';
import { INBOX_COLUMNS } from '../../../shared/contracts/task-fields.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import type { ViewResource } from '../../../shared/contracts/views.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type FindRegistryResource, fieldsOf } from '../records/index.ts';

/** Properties of a list that a view can refer to. */
export interface ViewableList {
  readonly list: ListFields;
  readonly columns: readonly string[];
  readonly groups: readonly string[];
}

/** Lists of tasks. */
export const VIEWABLE: Readonly<Record<Exclude<ViewResource, `registry.${string}`>, ViewableList>> = {
  tasks: {
    list: taskListFields,
    columns: INBOX_COLUMNS,
    groups: ['none', 'due', 'process', 'priority', 'onBehalfOf'],
  },
  'tasks.all': {
    list: allTasksFields,
    columns: Object.keys(allTasksFields.fields),
    groups: ['none', 'process', 'assignee', 'status'],
  },
};

const OF_REGISTRY = 'registry.';

/** Returns the id of the registry whose list a view is of; undefined for lists of tasks. */
export const registryOfView = (resource: ViewResource): string | undefined =>
  resource.startsWith(OF_REGISTRY) ? resource.slice(OF_REGISTRY.length) : undefined;

interface ViewerCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: Pick<AppContext, 'db'>;
}

/** Returns what a view of a list can refer to; undefined for a registry that the caller may not read. */
export type FindViewable = (call: ViewerCall, resource: ViewResource) => Promise<ViewableList | undefined>;

/** Finds lists of tasks, and of registries as `findRegistryResource` knows them. */
export const viewableOf =
  (findRegistryResource: FindRegistryResource): FindViewable =>
  async ({ tx, session, context }, resource) => {
    const registry = registryOfView(resource);
    if (registry === undefined) return VIEWABLE[resource as keyof typeof VIEWABLE];
    const found = await findRegistryResource(tx, { db: context.db, session }, registry);
    return found && { list: fieldsOf(found), columns: found.columns.map(({ field }) => field), groups: ['none'] };
  };
