import type { Filter } from '../../../shared/contracts/filters.rules.ts';
import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { FilterColumn } from '../../../shared/ui/filters/columns.ts';
import type { InboxStore } from '../inbox.store.ts';
import type { panelMessages } from './panels.messages.ts';

/** Translates the texts of the panels. */
export type PanelText = typeof panelMessages extends Messages<infer Key> ? Translate<Key> : never;

const filter = (column: string, operation: Filter['operation'], value: string): Filter => ({
  column,
  operation,
  value,
});

/** Frequent filters. */
export const PRESETS = [
  ['overdue', filter('due', 'lt', 'now')],
  ['today', filter('due', 'eq', 'today')],
  ['week', filter('due', 'eq', 'thisweek')],
  ['mine', filter('assignee', 'eq', 'me')],
  ['free', filter('assignee', 'eq', '')],
  ['unread', filter('unread', 'eq', 'true')],
] as const;

/** Filterable columns of the inbox, with translated labels. */
export function columnsOf(store: InboxStore, words: PanelText): FilterColumn[] {
  const processes = store.processes.value.map(({ key, name }) => ({ id: key, text: name }));
  const ways = (['assignee', 'candidate', 'group', 'delegation'] as const).map((id) => ({
    id,
    text: words(`via.${id}`),
  }));
  return [
    { field: 'name', title: words('column.name'), type: 'text' },
    { field: 'businessKey', title: words('column.businessKey'), type: 'text' },
    { field: 'process', title: words('column.process'), type: 'key', options: processes },
    { field: 'due', title: words('column.due'), type: 'instant' },
    { field: 'created', title: words('column.created'), type: 'instant' },
    { field: 'priority', title: words('column.priority'), type: 'number' },
    { field: 'assignee', title: words('column.assignee'), type: 'person' },
    { field: 'onBehalfOf', title: words('column.onBehalfOf'), type: 'person' },
    { field: 'via', title: words('column.via'), type: 'key', options: ways },
    { field: 'unread', title: words('column.unread'), type: 'boolean' },
    { field: 'snoozed', title: words('column.snoozed'), type: 'boolean' },
  ];
}
