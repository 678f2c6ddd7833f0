/** A part of a line: text, or text with a meaning. */
export type HelpSpan =
  | string
  | { readonly kind: 'strong' | 'key'; readonly text: string }
  | { readonly kind: 'page'; readonly page: string; readonly text: string };

export type HelpLine = readonly HelpSpan[];

export type HelpBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly line: HelpLine }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly HelpLine[] }
  | { readonly kind: 'table'; readonly head: readonly HelpLine[]; readonly rows: readonly (readonly HelpLine[])[] };

/** A page of the help. The build reads it from docs/help (build/help-pages.ts). */
export interface HelpPage {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly HelpBlock[];
}
