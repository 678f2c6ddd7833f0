import { createHash } from 'node:crypto';
import { extensionOf } from '../../../../shared/contracts/file-kinds.ts';
import { AppError } from '../../../platform/errors.ts';
import { mediaTypeOf } from '../../attachments/index.ts';
import { type CheckedImage, IMAGE_MAX_MB, IMAGE_TYPES, measureImage } from '../versions/versions.files.ts';

/** Returns a picture allowed in a manual; `type` or `size` gives the reason for a rejection. The file name must match the type. */
export async function checkPicture(name: string, content: Buffer): Promise<CheckedImage | 'type' | 'size'> {
  if (content.length > IMAGE_MAX_MB * 1024 * 1024) return 'size';
  if (!(IMAGE_TYPES as readonly string[]).includes(extensionOf(name))) return 'type';
  try {
    const read = async (from: number, length: number) => content.subarray(from, from + length);
    const mediaType = await mediaTypeOf(name, { size: content.length, read });
    const size = measureImage(content, mediaType);
    return { content, sha256: createHash('sha256').update(content).digest(), mediaType, ...size };
  } catch (error) {
    // Empty, damaged, or of another type than its name: the text is imported without it.
    if (error instanceof AppError) return error.code === 'file.picture_size' ? 'size' : 'type';
    throw error;
  }
}
