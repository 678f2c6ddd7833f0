import { MANY, type SlotKind } from '../contracts/registry.rules.ts';
import type { DataField, FormBody, FormNode } from './definition.ts';

/** What lists keep of a field: one text, number or instant, several texts, or a value that no filter can have. */
export type ColumnKind = 'text' | 'number' | 'instant' | 'many' | 'plain';

/** Returns how lists of records keep the field; null if it cannot be a column. */
export function columnKind(field: { readonly type: string }): ColumnKind | null {
  switch (field.type) {
    case 'text':
    case 'multiline':
    case 'radio':
    case 'dropdown':
    case 'checkbox':
    case 'time':
    case 'user':
    case 'department':
    case 'company':
    case 'dimension':
    case 'record':
      return 'text';
    case 'number':
    case 'money':
      return 'number';
    case 'date':
    case 'dateTime':
      return 'instant';
    case 'multiSelect':
    case 'tags':
    case 'users':
      return 'many';
    case 'period':
      return 'plain';
    default:
      return null;
  }
}

/** Returns the fields of a form that can be columns of a list, in the order of the form. */
export function columnFields({ root }: Pick<FormBody, 'root'>): DataField[] {
  const fields: DataField[] = [];
  const walk = (node: FormNode): void => {
    if ('children' in node) node.children.forEach(walk);
    else if ('key' in node && columnKind(node) !== null) fields.push(node as DataField);
  };
  walk(root as FormNode);
  return fields;
}

/** The kind of slot that holds values of a field. */
export const SLOT_KINDS = { text: 't', number: 'n', instant: 'i' } as const satisfies Partial<
  Record<ColumnKind, SlotKind>
>;

/** Whether a slot of `record_index` holds what lists keep of a field. */
export function slotHolds(slot: string, kind: ColumnKind): boolean {
  if (kind === 'many' || kind === 'plain') return kind === slot;
  return slot !== MANY && slot.startsWith(SLOT_KINDS[kind]);
}
