import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../../../shared/contracts/hr.rules.ts';
import { isDay } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import { type CheckedFile, checkFile, malformed, readMultipart, receiveBase64 } from '../../attachments/index.ts';

/** A document with its file, which is checked and not stored yet. */
export interface ReceivedDocument {
  readonly file: CheckedFile;
  readonly category: DocumentCategory;
  readonly title: string;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
}

/** A JSON body; the endpoint has checked its shape. */
interface DocumentBody {
  readonly category: DocumentCategory;
  readonly title?: string;
  readonly issuedOn?: string | null;
  readonly validUntil?: string | null;
  readonly fileName: string;
  readonly data: string;
}

type Request = Parameters<typeof readMultipart>[0];

const FIELDS = ['category', 'title', 'issuedOn', 'validUntil', 'fileName'];
const TITLE_MAX = 200;

/** Receives a document as JSON, with its content in Base64. */
export async function ofJson(body: DocumentBody, { contents }: AppContext, limit: number): Promise<ReceivedDocument> {
  const incoming = await receiveBase64(contents, body.data, limit);
  try {
    const file = await checkFile(body.fileName, incoming);
    const { category, title = '', issuedOn = null, validUntil = null } = body;
    return { file, category, title: title.trim() || file.fileName, issuedOn, validUntil };
  } catch (error) {
    await incoming.release();
    throw error;
  }
}

/** Receives a document as multipart/form-data. */
export async function ofParts(request: Request, { contents }: AppContext, limit: number): Promise<ReceivedDocument> {
  const { fields, files } = await readMultipart(request, contents, limit);
  try {
    const unknownPart = [...fields.keys()].find((name) => !FIELDS.includes(name));
    if (unknownPart !== undefined) throw malformed(unknownPart);
    const [part, second] = files;
    if (!part || second || part.name !== 'file') throw malformed(second?.name ?? 'file');
    const category = DOCUMENT_CATEGORIES.find((one) => one === fields.get('category'));
    if (category === undefined) throw malformed('category');
    const title = (fields.get('title') ?? '').trim();
    if (title.length > TITLE_MAX || title.includes('\0') || !title.isWellFormed()) throw malformed('title');
    const day = (name: string) => {
      const text = fields.get(name) || null;
      if (text !== null && !isDay(text)) throw malformed(name);
      return text;
    };
    const [issuedOn, validUntil] = [day('issuedOn'), day('validUntil')];
    const file = await checkFile(fields.get('fileName') ?? part.fileName, part.incoming);
    return { file, category, title: title || file.fileName.slice(0, TITLE_MAX), issuedOn, validUntil };
  } catch (error) {
    await Promise.all(files.map(({ incoming }) => incoming.release()));
    throw error;
  }
}
