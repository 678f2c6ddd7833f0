/** First letters of the first and last word; for a Chinese name its last two characters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  if (words.length === 1) {
    const letters = [...first];
    return /\p{Script=Han}/u.test(first) ? letters.slice(-2).join('') : (letters[0] ?? '').toUpperCase();
  }
  return ([...first][0] ?? '').concat([...(words.at(-1) ?? '')][0] ?? '').toUpperCase();
}

/** Hue of the ground of the initials. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}
