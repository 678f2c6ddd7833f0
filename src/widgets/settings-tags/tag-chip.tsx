import type { ReactNode } from 'react';
import { TAG_COLORS } from '../../shared/contracts/tags.rules.ts';
import type { TagColor } from './tags.store.ts';

/** A colour that the theme has; null for none, and for one of a later version. */
export const knownColor = (color: string | null): TagColor | null => TAG_COLORS.find((one) => one === color) ?? null;

/** The name of a tag in its colour. */
export function TagChip({ name, color }: { readonly name: string; readonly color: string | null }): ReactNode {
  return <span className={`tag cut ${knownColor(color) ?? ''}`}>{name}</span>;
}
