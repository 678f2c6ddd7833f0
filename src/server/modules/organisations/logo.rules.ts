import { AppError } from '../../platform/errors.ts';
import { isSvg } from '../attachments/index.ts';
import { readPicture } from '../users/index.ts';

export interface Logo {
  readonly mediaType: string;
  readonly content: Buffer;
}

const SVG = 'image/svg+xml';
/** Elements that execute or include something, and declarations, in a text with single spaces. */
const ACTIVE_ELEMENT =
  /<!doctype|<!entity|<\?xml-stylesheet|[<:](?:script|foreignobject|iframe|embed|object|handler|listener|animate|set\b)/i;
/** Attributes with scripts. */
const EVENT = /[ "'/]on[a-z]{3,9}[a-z]{0,9}[a-z]{0,9} ?=|javascript:/i;
/** Addresses other than parts of the same file and embedded pictures. */
const FOREIGN = /(?:href|src) ?= ?["']? ?(?!["'# ]|data:image\/(?:png|jpeg|webp);)|url\( ?["']? ?(?!["'# ])|@import/i;

/**
 * Reads a logo by its content. Throws `file.type_refused` for anything but a PNG, WebP or SVG, and `file.content_mismatch`
 * for a broken one, or an SVG with scripts, events, styles from elsewhere or entities.
 */
export function readOrganisationLogo(claimedType: string, bytes: Buffer): Logo {
  const type = claimedType.split(';')[0]!.trim().toLowerCase();
  if (type === SVG) return readSvg(bytes);
  if (type === 'image/jpeg') throw new AppError('file.type_refused', { type });
  return readPicture(claimedType, bytes);
}

function readSvg(bytes: Buffer): Logo {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !text.includes('\0');
  const plain = text.replaceAll(/\s+/g, ' ');
  const isActive = ACTIVE_ELEMENT.test(plain) || EVENT.test(plain) || FOREIGN.test(plain);
  if (!isText || !isSvg(text) || isActive) {
    throw new AppError('file.content_mismatch', { type: SVG });
  }
  return { mediaType: SVG, content: bytes };
}
