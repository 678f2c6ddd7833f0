import { type BodyBounds, ORDINARY_BOUNDS } from '../../../shared/contracts/body-bounds.ts';
import { AppError } from '../errors.ts';

/** Deeper than any valid body; our own recursive functions can handle this depth. */
const DEPTH_MAX = 60;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Refuses JSON with too many values, members of an object or levels. One pass over the source, before the parser and
 * the schema see it: their time grows with values and different names far more than with bytes.
 */
export function assertBounded(text: string, { values: max, members: maxMembers }: BodyBounds = ORDINARY_BOUNDS): void {
  let values = 1;
  /** Members counted so far for each open object; undefined for a list. */
  const open: (number | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case COMMA: {
        values += 1;
        const members = open.at(-1);
        if (members === undefined) break;
        if (members >= maxMembers) throw tooMany(max, maxMembers);
        open[open.length - 1] = members + 1;
        break;
      }
      case OBJECT:
      case LIST:
        values += 1;
        open.push(text.charCodeAt(at) === OBJECT ? 1 : undefined);
        if (open.length > DEPTH_MAX) throw new AppError('request.invalid');
        break;
      case OBJECT_END:
      case LIST_END:
        open.pop();
    }
    if (values > max) throw tooMany(max, maxMembers);
  }
}

/** The place of the quotation mark that ends the text starting at `start`; the end of the source if none does. */
function endOfText(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end >= 0; end = source.indexOf('"', end + 1)) {
    let escapes = end;
    while (source.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return source.length;
}

function tooMany(max: number, members: number): AppError {
  return new AppError('request.too_many_values', { max, members });
}
