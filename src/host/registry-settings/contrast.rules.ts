import { INK_COLOUR } from '../../shared/contracts/constants.ts';

/** Minimum contrast of text on the colour of a status (WCAG 2.2, AA). */
export const CONTRAST_MIN = 4.5;

/** Returns the contrast of the text on a status colour, `#70CA44`: from 1 to 21. Null for a colour that cannot be read. */
export function contrastOf(color: string): number | null {
  const [a, b] = [luminance(color), luminance(INK_COLOUR)];
  if (a === null || b === null) return null;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function isReadable(color: string): boolean {
  return (contrastOf(color) ?? 0) >= CONTRAST_MIN;
}

function luminance(color: string): number | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  const linear = (hex: string) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
