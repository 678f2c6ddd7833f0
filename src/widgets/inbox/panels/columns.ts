import type { Filter } from '../../../shared/contracts/filters.rules.ts';
import { FIELD_CHOICES, INBOX_FIELDS } from '../../../shared/contracts/task-fields.ts';
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
  // A test checks that each choice has a label.
  const choices = (field: keyof typeof INBOX_FIELDS) =>
    FIELD_CHOICES[field]?.map((id) => ({ id, text: words(`${field}.${id}` as 'via.group') }));
  return (Object.keys(INBOX_FIELDS) as (keyof typeof INBOX_FIELDS)[]).map((field) => ({
    field,
    title: words(`column.${field}`),
    type: INBOX_FIELDS[field],
    options: field === 'process' ? processes : choices(field),
  }));
}
