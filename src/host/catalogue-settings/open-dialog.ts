import type { CatalogueCategory, CatalogueItem } from '../../shared/contracts/catalogue.contract.ts';

/** What a dialog is open for. */
export type Open =
  | { readonly what: 'item'; readonly item: CatalogueItem | null; readonly category: string | null }
  | { readonly what: 'category'; readonly category: CatalogueCategory | null }
  | { readonly what: 'removeItem'; readonly item: CatalogueItem }
  | { readonly what: 'removeCategory'; readonly category: CatalogueCategory };
