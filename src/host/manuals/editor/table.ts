import { type Editor, mergeAttributes, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Command, TextSelection } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables';

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(Math.max(Number(element.getAttribute(name)) || 1, 1), 100),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const cellOf = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // Columns size to their content; the cell commands require the attribute nevertheless.
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', mergeAttributes(HTMLAttributes), ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => KEYS,
});

/** Moves to the next cell; from the last one into a new row. */
function goOn(editor: Editor): boolean {
  if (run(editor, goToNextCell(1))) return true;
  return run(editor, addRowAfter) && run(editor, goToNextCell(1));
}

const KEYS = {
  Tab: ({ editor }: { readonly editor: Editor }) => goOn(editor),
  'Shift-Tab': ({ editor }: { readonly editor: Editor }) => run(editor, goToNextCell(-1)),
};

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', mergeAttributes(HTMLAttributes), 0],
});

/** Tables with a header row, merged cells, and Tab between cells. */
export const tables = [Table, TableRow, cellOf('tableCell', 'td'), cellOf('tableHeader', 'th')];

function run({ state, view }: Editor, command: Command): boolean {
  return command(state, view.dispatch);
}

/** Commands for the table at the cursor. */
export const TABLE_ACTIONS = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  toggleHeader: toggleHeaderRow,
  merge: mergeCells,
  split: splitCell,
  removeRow: deleteRow,
  removeColumn: deleteColumn,
  remove: deleteTable,
} as const satisfies Readonly<Record<string, Command>>;
export type TableAction = keyof typeof TABLE_ACTIONS;

export function changeTable(editor: Editor, action: TableAction): void {
  run(editor, TABLE_ACTIONS[action]);
  editor.commands.focus();
}

export function canChangeTable({ state }: Editor, action: TableAction): boolean {
  return isInTable(state) && TABLE_ACTIONS[action](state);
}

/** Inserts a table of three columns with a header row and moves the cursor into its first cell. */
export function insertTable(editor: Editor): void {
  const { schema, tr } = editor.state;
  const cell = (type: 'tableCell' | 'tableHeader') => schema.nodes[type]?.createAndFill() as DocumentNode;
  const row = (type: 'tableCell' | 'tableHeader') =>
    schema.nodes.tableRow?.create(null, [cell(type), cell(type), cell(type)]) as DocumentNode;
  const table = schema.nodes.table?.create(null, [
    row('tableHeader'),
    row('tableCell'),
    row('tableCell'),
  ]) as DocumentNode;
  const place = tr.selection.from;
  tr.replaceSelectionWith(table);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(place + 1, tr.doc.content.size))));
  editor.view.dispatch(tr.scrollIntoView());
  editor.commands.focus();
}
