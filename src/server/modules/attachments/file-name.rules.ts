import { AppError } from '../../platform/errors.ts';

const NAME_MAX = 200;
/** Control characters, and invisible or direction-changing ones: `invoice\u202Efdp.exe` reads as a PDF. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a file name as stored: without folders, control and invisible characters, cut to 200 characters before its
 * extension. Never used as a path on the server. Throws `file.name_invalid` if nothing is left of it.
 */
export function cleanFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    // A leading dot hides a file; some systems drop trailing dots and spaces, which would change the type.
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  if (name === '') {
    throw new AppError('file.name_invalid', {}, { errors: [{ pointer: '/fileName', code: 'file.name_invalid' }] });
  }
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  const end = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, NAME_MAX - [...end].length).join('') + end;
}

/** Formats `Content-Disposition` by RFC 6266: an ASCII name for every client, and the real one by RFC 5987. */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
