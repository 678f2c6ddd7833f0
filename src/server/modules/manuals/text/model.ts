/** Marks of characters, in the order in which they are nested. */
export const MARKS = ['strong', 'em', 'u', 's', 'sub', 'sup', 'code'] as const;
export type Mark = (typeof MARKS)[number];

/** What characters are: which marks, and where they lead. */
export interface Style {
  readonly marks: ReadonlySet<Mark>;
  readonly href?: string;
}

/** A piece of a line: characters, a picture (its attributes), or a break. */
export type Run = { readonly style: Style; readonly change?: 'ins' | 'del' } & (
  | { text: string }
  | { image: Attributes }
  | { break: true }
);

export type Attributes = Readonly<Record<string, string>>;

/**
 * An element of a text: with lines of its own (`runs`), or with other elements. `aliases` are the names under which it was
 * known in what was pasted, its own id among them. A block without a name is a line that stands in another block as it is.
 */
export interface Block {
  name: string;
  attributes: Record<string, string>;
  aliases: string[];
  /** In a difference: that a block within a changed one is new, or gone. */
  change?: 'added' | 'removed';
  runs?: Run[];
  children?: Block[];
}

export const PLAIN: Style = { marks: new Set() };

const BLANK = /^[\s\u00a0\u200b\ufeff]*$/;

/** Whether nothing of it would be seen. */
export const areBlank = (runs: readonly Run[]): boolean =>
  runs.every((run) => !('image' in run) && (!('text' in run) || BLANK.test(run.text)));

/** The characters of a block, those of the blocks within it each on a line. */
export function textOf(block: Block): string {
  if (block.children) return block.children.map(textOf).join('\n');
  return (block.runs ?? []).map((run) => ('text' in run ? run.text : 'image' in run ? run.image.alt : '\n')).join('');
}

/** Characters as they are where everything is strong: in a heading. */
export function withoutStrong(run: Run): Run {
  const marks = new Set(run.style.marks);
  marks.delete('strong');
  return { ...run, style: { ...run.style, marks } };
}
