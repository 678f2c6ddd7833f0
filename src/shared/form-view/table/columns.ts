import type { DataField } from '../../forms/index.ts';

/**
 * Minimum column widths; below their sum the table scrolls inside its frame. Columns of fixed width keep it, the others
 * share the rest.
 */
const WIDTHS: Partial<Record<DataField['type'], number>> = {
  number: 104,
  money: 104,
  checkbox: 72,
  time: 84,
  date: 148,
  attachment: 148,
};
const FLEXIBLE: Partial<Record<DataField['type'], number>> = {
  dateTime: 224,
  period: 272,
  users: 180,
  multiSelect: 180,
  tags: 180,
};
const USUAL = 132;
const ACTIONS = 40;

export function isNumeric({ type }: DataField): boolean {
  return type === 'number' || type === 'money';
}

/** Width class of a column and its type; empty for one that takes the remaining width. */
export function columnClass({ type }: DataField): string {
  return WIDTHS[type] === undefined ? '' : `w-${WIDTHS[type]} ${type}`;
}

/** Minimum width of a table in px. */
export function widthOf(columns: readonly DataField[]): number {
  return columns.reduce((sum, { type }) => sum + (WIDTHS[type] ?? FLEXIBLE[type] ?? USUAL), ACTIONS);
}
