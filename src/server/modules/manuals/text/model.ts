/** Character marks, in nesting order. */
export const MARKS = ['strong', 'em', 'u', 's', 'sub', 'sup', 'code'] as const;
export type Mark = (typeof MARKS)[number];

/** The style of characters: their marks, and their link. */
export interface Style {
  readonly marks: ReadonlySet<Mark>;
  readonly href?: string;
}

/** A part of a line: characters, a picture (its attributes), or a break. */
export type Run = { readonly style: Style; readonly change?: 'ins' | 'del' } & (
  | { text: string }
  | { image: Attributes }
  | { break: true }
);

export type Attributes = Readonly<Record<string, string>>;

/**
 * An element of a text that contains either lines (`runs`) or other elements. `aliases` are the names that referred to it
 * in the pasted source, including its own id. A block without a name is a bare line inside another block.
 */
export interface Block {
  name: string;
  attributes: Record<string, string>;
  aliases: string[];
  /** In a difference: whether a block within a changed one was added or removed. */
  change?: 'added' | 'removed';
  runs?: Run[];
  children?: Block[];
}

export const PLAIN: Style = { marks: new Set() };

const BLANK = /^[\s\u00a0\u200b\ufeff]*$/;

/** Whether nothing in the runs is visible. */
export const areBlank = (runs: readonly Run[]): boolean =>
  runs.every((run) => !('image' in run) && (!('text' in run) || BLANK.test(run.text)));

/** Returns the text of a block, with each nested block on a line. */
export function textOf(block: Block): string {
  if (block.children) return block.children.map(textOf).join('\n');
  return (block.runs ?? []).map((run) => ('text' in run ? run.text : 'image' in run ? run.image.alt : '\n')).join('');
}

/** Removes `strong` where everything is strong: in a heading. */
export function withoutStrong(run: Run): Run {
  const marks = new Set(run.style.marks);
  marks.delete('strong');
  return { ...run, style: { ...run.style, marks } };
}
