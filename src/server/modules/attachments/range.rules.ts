import type { ByteRange } from '../../platform/files.ts';

/**
 * What a `Range` header asks of a content (RFC 9110): one range, or everything. What cannot be read, and several ranges at
 * once, count as not said.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
