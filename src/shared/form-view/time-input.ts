/** Longer than any typed time. */
const TYPED_MAX = 40;

/** Parses a typed time of day to `09:30`: `930`, `9:30`, `9.30`, `9 30`, `9`, `9:30 pm`; undefined if unreadable. */
export function parseTimeInput(text: string): string | undefined {
  if (text.length > TYPED_MAX) return undefined;
  const parts = text
    .trim()
    .toLowerCase()
    .match(/^(\d{1,2})(?:\s*[:.,\-h时點点]\s*|\s+)?(\d{2})?\s*(?:分)?\s*(am|pm|a\.m\.|p\.m\.)?$/);
  if (!parts) return undefined;
  const [, first = '', second = '00', half] = parts;
  let hours = Number(first);
  const minutes = Number(second);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.startsWith('p') ? 12 : 0);
  }
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
