import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from 'pdf-lib';

/** Text in one font, drawn after the preceding run. */
export interface PdfRun {
  readonly text: string;
  readonly font: PDFFont;
}

interface Slice {
  readonly file: string;
  readonly has: (codePoint: number) => boolean;
}

const require = createRequire(import.meta.url);
/** The first family covers Latin, Cyrillic and Greek; the second covers other characters, mainly Chinese. */
const FAMILIES = ['noto-sans', 'noto-sans-sc'] as const;
const SHOWN_INSTEAD = '\u25a1';

let slices: Promise<readonly Slice[]> | undefined;

/**
 * Embeds the Noto fonts that `texts` need, each subset to the characters in use, and returns a function that splits a text
 * into runs. `weight` is 400 for plain, 600 for strong. A character in neither family is shown as an empty box.
 */
export async function embedFonts(
  document: PDFDocument,
  texts: readonly string[],
  weight: 400 | 600,
): Promise<(text: string) => PdfRun[]> {
  slices ??= readSlices();
  const known = await slices;
  const sliceOf = (character: string) => known.find(({ has }) => has(character.codePointAt(0)!));
  const wanted = new Map<Slice, Set<string>>();
  const note = (character: string) => {
    const slice = sliceOf(character);
    if (slice) wanted.set(slice, (wanted.get(slice) ?? new Set()).add(character));
  };
  for (const character of [...texts.join(''), SHOWN_INSTEAD]) note(character);
  const [{ default: subsetFont }, { default: fontkit }] = await Promise.all([
    import('subset-font'),
    import('@pdf-lib/fontkit'),
  ]);
  document.registerFontkit(fontkit);
  const fonts = new Map<Slice, PDFFont>();
  for (const [slice, characters] of wanted) {
    const font = await subsetFont(await readFile(slice.file), [...characters].join(''), {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    });
    // Ligatures would break searching and copying.
    fonts.set(slice, await document.embedFont(font, { subset: false, features: { liga: false } }));
  }
  return (text) => {
    const runs: { text: string; font: PDFFont }[] = [];
    for (const character of text) {
      const shown = sliceOf(character) ? character : SHOWN_INSTEAD;
      const slice = sliceOf(shown);
      const font = slice && fonts.get(slice);
      if (!font) continue;
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ text: shown, font });
    }
    return runs;
  };
}

async function readSlices(): Promise<readonly Slice[]> {
  const all: Slice[] = [];
  for (const family of FAMILIES) {
    const path = require.resolve(`@fontsource-variable/${family}/unicode.json`);
    const ranges = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>;
    const own = Object.entries(ranges).map(([key, range]): Slice => {
      const name = key.replace(/[[\]]/g, '');
      return {
        file: path.replace('unicode.json', `files/${family}-${name}-wght-normal.woff2`),
        has: within(range),
      };
    });
    all.push(...own);
  }
  return all;
}

/** Parses a range such as `U+0-ff,U+131`. */
function within(ranges: string): (codePoint: number) => boolean {
  const bounds = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => bounds.some(([from, to]) => codePoint >= from && codePoint <= to);
}
