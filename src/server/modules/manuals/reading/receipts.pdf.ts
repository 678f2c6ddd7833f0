import type { PDFPage } from 'pdf-lib';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import { formatDayAndTime } from '../../../../shared/locale/dates.ts';
import { embedFonts, type PdfRun } from './pdf-fonts.ts';
import { receiptMessages } from './receipts.messages.ts';
import type { ReceiptPayload } from './receipts.payload.ts';

export interface ReceiptDocument {
  readonly payload: ReceiptPayload;
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly verifyUrl: string;
  readonly organisation: string;
  /** Title of the text that was confirmed. */
  readonly title: string;
  /** The name shown at that time; null once the user was erased. */
  readonly name: string | null;
  readonly timeZone: string;
}

const A4 = [595.28, 841.89] as const;
const MARGIN = 64;
const LABEL = 150;
const LINE = 1.45;

interface Block {
  readonly text: string;
  readonly label?: string;
  readonly size: number;
  readonly strong?: boolean;
  readonly before: number;
}

/** Renders the receipt as a PDF of one or more pages in a supported language. Names and titles may use any script of Noto Sans. */
export async function receiptPdf(receipt: ReceiptDocument, language: LanguageId): Promise<Buffer> {
  const { PDFDocument, rgb } = await import('pdf-lib');
  const document = await PDFDocument.create();
  const blocks = blocksOf(receipt, language);
  const all = blocks.flatMap(({ text, label = '' }) => [text, label]);
  const plain = await embedFonts(document, all, 400);
  const strong = await embedFonts(
    document,
    blocks.flatMap((block) => (block.strong ? [block.text] : [])),
    600,
  );
  document.setTitle(`${receiptMessages.text(language, 'title')} ${receipt.seq}`);
  document.setProducer('Verva');
  document.setCreator('Verva');
  document.setLanguage(language);
  // The same receipt always yields the same file.
  const at = new Date(receipt.payload.confirmedAt);
  document.setCreationDate(at);
  document.setModificationDate(at);

  const ink = rgb(0.12, 0.13, 0.16);
  const grey = rgb(0.35, 0.37, 0.42);
  let page = document.addPage([...A4]);
  let y = A4[1] - MARGIN;
  for (const { text, label, size, strong: isStrong, before } of blocks) {
    const left = label === undefined ? MARGIN : MARGIN + LABEL;
    const lines = wrapped(text, isStrong ? strong : plain, size, A4[0] - MARGIN - left);
    y -= before;
    if (label !== undefined) draw(page, plain(label), MARGIN, y - size, size, grey);
    for (const line of lines) {
      if (y - size * LINE < MARGIN) {
        page = document.addPage([...A4]);
        y = A4[1] - MARGIN;
      }
      draw(page, line, left, y - size, size, ink);
      y -= size * LINE;
    }
  }
  return Buffer.from(await document.save());
}

function blocksOf(receipt: ReceiptDocument, language: LanguageId): Block[] {
  const { payload, seq, prev, hash, verifyUrl, organisation, title, name, timeZone } = receipt;
  const t = (key: Parameters<typeof receiptMessages.text>[1], values?: Record<string, string | number>) =>
    receiptMessages.text(language, key, values);
  const fact = (label: string, text: string, before = 6): Block => ({ label, text, size: 10.5, before });
  const confirmedAt = formatDayAndTime(payload.confirmedAt, { language, timeZone });
  const opened = t('attachments.count', { opened: payload.opened.length, count: payload.attachments.length });
  return [
    { text: organisation, size: 10.5, before: 0 },
    { text: t('title'), size: 22, strong: true, before: 8 },
    { text: name === null ? t('erased') : t('statement', { name }), size: 13, before: 14 },
    fact(t('manual'), `${title} (${payload.manual.code})`, 28),
    fact(t('version'), String(payload.manualVersion)),
    fact(t('language'), languageName(payload.language)),
    fact(t('confirmedAt'), `${confirmedAt} (${timeZone})`),
    ...(payload.via
      ? [fact(t('via'), t('via.client', { client: payload.via.clientName, origin: payload.via.origin }))]
      : []),
    fact(t('method'), t(`method.${payload.method}`)),
    ...(payload.attachments.length > 0 ? [fact(t('attachments'), opened)] : []),
    fact(t('textSha256'), payload.textSha256, 22),
    fact(t('seq'), String(seq)),
    fact(t('hash'), hash),
    fact(t('prev'), prev),
    { text: t('verify'), size: 10.5, before: 28 },
    { text: verifyUrl, size: 10.5, before: 2 },
  ];
}

type Split = (text: string) => PdfRun[];

const widthOf = (runs: readonly PdfRun[], size: number) =>
  runs.reduce((sum, { text, font }) => sum + font.widthOfTextAtSize(text, size), 0);

/** Wraps text into lines: at spaces, anywhere in Chinese, and within a word that is longer than a line. */
function wrapped(text: string, split: Split, size: number, width: number): PdfRun[][] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/\s+|[\u2e80-\u9fff\uf900-\uffef]|[^\s\u2e80-\u9fff\uf900-\uffef]+/g) ?? []) {
    if (widthOf(split(line + piece.trimEnd()), size) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    for (const character of piece.trimStart()) {
      if (widthOf(split(line + character), size) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  lines.push(line.trimEnd());
  return lines.map(split);
}

function draw(page: PDFPage, runs: readonly PdfRun[], x: number, y: number, size: number, color: PDFColor): void {
  let at = x;
  for (const { text, font } of runs) {
    page.drawText(text, { x: at, y, size, font, color });
    at += font.widthOfTextAtSize(text, size);
  }
}

type PDFColor = NonNullable<Parameters<PDFPage['drawText']>[1]>['color'] & object;
