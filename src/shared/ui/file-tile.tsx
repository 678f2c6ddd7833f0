import type { CSSProperties, ReactNode } from 'react';
import { extensionOf, tileOf } from '../contracts/file-kinds.ts';
import './styles/parts-sheet.ts';

/** Hues, so that file types can be distinguished from a distance. */
const HUES = {
  pdf: 25,
  doc: 255,
  xls: 150,
  ppt: 55,
  txt: 275,
  image: 310,
  svg: 95,
  zip: 80,
  signed: 190,
  mail: 230,
  media: 340,
} as const;

/** Type of a file, from its extension: `PDF` on red, `XLS` on green (FRM-06). */
export function FileTile({ fileName }: { readonly fileName: string }): ReactNode {
  const tile = tileOf(fileName);
  const end = extensionOf(fileName).toUpperCase();
  return (
    <span
      className="kind"
      style={{ '--h': tile ? HUES[tile] : 275 } as CSSProperties}
      data-kind={tile}
      aria-hidden="true"
    >
      {end.length > 4 ? end.slice(0, 3) : end || '?'}
    </span>
  );
}
