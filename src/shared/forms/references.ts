import { compileForm } from './compile.ts';
import type { DataField, FieldValue, FormBody, FormValues } from './definition.ts';
import { isRecord } from './read-values.ts';

export type ReferenceKind = 'option' | 'user' | 'department' | 'company' | 'dimension' | 'record';

/** An object outside the form that a value references. */
export interface ReferenceKey {
  readonly kind: ReferenceKind;
  /** For an option its dropdown, for a dimension its code, for a record its registry; otherwise empty. */
  readonly of: string;
  readonly id: string;
}

export interface FoundReference {
  /** Display text in the requested language. */
  readonly text: string;
  readonly active: boolean;
  /** For an option, the properties that filters use. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The existing and visible references, by `referenceName`. */
export type FoundReferences = ReadonlyMap<string, FoundReference>;

export function referenceName({ kind, of, id }: ReferenceKey): string {
  return `${kind}/${of}/${id}`;
}

/** Returns the references in the value of one field. */
export function referencesOf(field: DataField, value: FieldValue): readonly ReferenceKey[] {
  const of = sourceOf(field);
  if (!of) return [];
  const ids = Array.isArray(value) ? value : [value];
  return ids.filter((id): id is string => typeof id === 'string' && id !== '').map((id) => ({ ...of, id }));
}

function sourceOf(field: DataField): Omit<ReferenceKey, 'id'> | null {
  switch (field.type) {
    case 'radio':
    case 'dropdown':
    case 'multiSelect':
      return field.source ? { kind: 'option', of: field.source.dropdownId } : null;
    case 'users':
      return { kind: 'user', of: '' };
    case 'user':
    case 'department':
    case 'company':
      return { kind: field.type, of: '' };
    case 'dimension':
      return { kind: 'dimension', of: field.dimension ?? '' };
    case 'record':
      return { kind: 'record', of: field.resource ?? '' };
    default:
      return null;
  }
}

/** Returns the distinct references in all readable values of a form. */
export function referencesIn(body: FormBody, values: unknown): readonly ReferenceKey[] {
  const references = new Map<string, ReferenceKey>();
  const source = (isRecord(values) ? values : {}) as FormValues;
  const note = (field: DataField, value: unknown) => {
    for (const reference of referencesOf(field, value as FieldValue)) {
      if (reference.id.length <= 100) references.set(referenceName(reference), reference);
    }
  };
  for (const [key, definition] of compileForm(body).fields) {
    const value = Object.hasOwn(source, key) ? source[key] : null;
    if (definition.kind === 'field') note(definition.node, value);
    else if (Array.isArray(value)) {
      const columns = [...definition.columns.values()].filter(({ node }) => sourceOf(node));
      if (columns.length === 0) continue;
      for (const row of value as readonly unknown[]) {
        if (isRecord(row)) for (const column of columns) note(column.node, row[column.key]);
      }
    }
  }
  return [...references.values()];
}
