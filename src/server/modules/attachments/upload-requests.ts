import type { AppContext } from '../../platform/context.ts';
import { malformed, readMultipart, receiveBase64 } from './attachments.receive.ts';

/** The form field an upload belongs to; parts not given are empty. */
export interface UploadPlace {
  readonly fieldName: string;
  readonly arrayName: string;
  readonly rowKey: string;
  readonly arrayIndex: number | null;
}

const NAMES = ['fieldName', 'arrayName', 'arrayIndex', 'rowKey', 'fileName', 'filename', 'name'];

/** Receives an upload as multipart/form-data. */
export async function ofParts(request: Parameters<typeof readMultipart>[0], { contents }: AppContext, limit: number) {
  const { fields, files } = await readMultipart(request, contents, limit);
  try {
    const unknownPart = [...fields.keys()].find((name) => !NAMES.includes(name));
    if (unknownPart !== undefined) throw malformed(unknownPart);
    const [file, second] = files;
    if (!file || second || file.name !== 'file') throw malformed(second?.name ?? 'file');
    const index = fields.get('arrayIndex') ?? '';
    if (index !== '' && !/^\d{1,3}$|^1000$/.test(index)) throw malformed('arrayIndex');
    const text = (name: string, max: number) => {
      const value = fields.get(name) ?? '';
      if (value.length > max || value.includes('\0') || !value.isWellFormed()) throw malformed(name);
      return value;
    };
    return {
      incoming: file.incoming,
      given: fields.get('fileName') ?? fields.get('filename') ?? fields.get('name') ?? file.fileName,
      place: {
        fieldName: text('fieldName', 100),
        arrayName: text('arrayName', 100),
        rowKey: text('rowKey', 40),
        arrayIndex: index === '' ? null : Number(index),
      },
    };
  } catch (error) {
    await Promise.all(files.map(({ incoming }) => incoming.release()));
    throw error;
  }
}

/** Receives an upload as JSON, with its content in Base64. */
export async function ofJson(
  body: {
    readonly fieldName?: string;
    readonly arrayName?: string;
    readonly arrayIndex?: number | null;
    readonly rowKey?: string;
    readonly fileName?: string;
    readonly filename?: string;
    readonly name?: string;
    readonly data: string;
  },
  { contents }: AppContext,
  limit: number,
) {
  return {
    incoming: await receiveBase64(contents, body.data, limit),
    given: body.fileName ?? body.filename ?? body.name ?? '',
    place: {
      fieldName: body.fieldName ?? '',
      arrayName: body.arrayName ?? '',
      rowKey: body.rowKey ?? '',
      arrayIndex: body.arrayIndex ?? null,
    },
  };
}
