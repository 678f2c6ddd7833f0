import { allTasksFields } from '../../../shared/contracts/all-tasks.contract.ts';
import type { ListFields } from '../../../shared/contracts/endpoint.ts';
import { INBOX_COLUMNS } from '../../../shared/contracts/task-fields.ts';
import { taskListFields } from '../../../shared/contracts/tasks.contract.ts';
import type { ViewResource } from '../../../shared/contracts/views.contract.ts';

/** Properties of a list that a view can refer to. */
export interface ViewableList {
  readonly list: ListFields;
  readonly columns: readonly string[];
  readonly groups: readonly string[];
}

export const VIEWABLE: Readonly<Record<ViewResource, ViewableList>> = {
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
