import { compileForm } from './compile.ts';
import type { AttachmentField, DataField, FileRef, FormBody, SignatureField } from './definition.ts';
import { isFiles } from './field-values.ts';
import { isRecord } from './read-values.ts';

/** Position of a file in the values of a form. Outside a table the last three are empty. */
export interface FilePlace {
  readonly id: string;
  readonly file: FileRef;
  readonly fieldName: string;
  readonly arrayName: string;
  readonly rowKey: string;
  /** Index of the row at present; it changes when rows before it are added or removed. */
  readonly arrayIndex: number | null;
}

/** Returns every file in the values of a form with its position. */
export function filePlaces(body: FormBody, values: unknown): readonly FilePlace[] {
  const places: FilePlace[] = [];
  const source = isRecord(values) ? values : {};
  const note = (files: unknown, place: Omit<FilePlace, 'id' | 'file'>) => {
    if (!isFiles(files)) return;
    for (const file of files)
      if (isRecord(file) && typeof file.id === 'string') places.push({ id: file.id, file, ...place });
  };
  for (const [key, definition] of compileForm(body).fields) {
    const value = source[key];
    if (definition.kind === 'field') {
      if (isFileField(definition.node)) {
        note(value, { fieldName: key, arrayName: '', rowKey: '', arrayIndex: null });
      }
      continue;
    }
    const columns = [...definition.columns.values()].filter(({ node }) => isFileField(node));
    if (!Array.isArray(value)) continue;
    value.forEach((row: unknown, arrayIndex) => {
      if (!isRecord(row)) return;
      for (const column of columns) {
        note(row[column.key], { fieldName: column.key, arrayName: key, rowKey: String(row.rowId ?? ''), arrayIndex });
      }
    });
  }
  return places;
}

/** Returns the known values of a form's fields without those of files. */
export function withoutFiles(body: FormBody, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, definition] of compileForm(body).fields) {
    const value = values[key];
    if (value === undefined) continue;
    if (definition.kind === 'field') {
      if (!isFileField(definition.node)) kept[key] = value;
    } else if (Array.isArray(value)) {
      const files = [...definition.columns.values()]
        .filter(({ node }) => isFileField(node))
        .map((column) => column.key);
      kept[key] = value.map((row: unknown) =>
        isRecord(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !files.includes(name))) : row,
      );
    }
  }
  return kept;
}

function isFileField(field: DataField): field is AttachmentField | SignatureField {
  return field.type === 'attachment' || field.type === 'signature';
}

/** Returns the restrictions on a field's files: a signature is a small image. */
function rulesOf(field: AttachmentField | SignatureField): Pick<AttachmentField, 'label' | 'accept' | 'maxSize'> {
  return field.type === 'attachment' ? field : { label: field.label, accept: ['png'], maxSize: 1 };
}

/** Returns the restrictions of the attachment or signature field with this name, in the form or one of its tables. */
export function attachmentField(
  body: FormBody,
  arrayName: string,
  fieldName: string,
): Pick<AttachmentField, 'label' | 'accept' | 'maxSize'> | undefined {
  const { fields } = compileForm(body);
  const table = arrayName === '' ? undefined : fields.get(arrayName);
  const found = table
    ? table.kind === 'table' && table.columns.get(fieldName)
    : arrayName === '' && fields.get(fieldName);
  return found && found.kind === 'field' && isFileField(found.node) ? rulesOf(found.node) : undefined;
}
