import { type Archive, unpack as unzip } from '../../../platform/content/unzip.ts';
import { AppError } from '../../../platform/errors.ts';

/** Unpacks an archive of manuals. Throws import.too_big, and import.unreadable with the reason from `reasonOf`. */
export function unpack(file: string, bytes: Buffer, reasonOf: (why: 'broken' | 'encrypted') => string): Archive {
  return unzip(bytes, (why) =>
    why === 'big'
      ? new AppError('import.too_big', { file, limit: '200 MB' })
      : new AppError('import.unreadable', { file, reason: reasonOf(why) }),
  );
}
