/** Returns ISO 8601 with milliseconds, or null for null and for `infinity`. */
export function toInstant(value: unknown): string | null {
  if (value === null || value === undefined || value === 'infinity' || value === Number.POSITIVE_INFINITY) return null;
  if (value instanceof Date) return value.toISOString();
  const text = String(value)
    .replace(' ', 'T')
    .replace(/([+-]\d{2})$/, '$1:00');
  return new Date(text).toISOString();
}

/** Converts an instant for PostgreSQL, which writes years of five digits in its own format. */
export function storableInstant(text: string): string {
  if (text.startsWith('+')) return 'infinity';
  return text.startsWith('-') ? '0001-01-01T00:00:00Z' : text;
}
