import { tidyLine } from './lines.ts';
import { type Attributes, areBlank, type Block, type Run, type Style } from './model.ts';

/**
 * Gathers what stands one after the other: characters become paragraphs when a block begins or ends. With `single` all of
 * it is one line, as in a heading; what would begin a block is a space (or a line break when `keepsLines`).
 */
export class Flow {
  readonly blocks: Block[] = [];
  runs: Run[] = [];
  readonly single: boolean;
  readonly keepsLines: boolean;
  private aliases: string[] = [];
  private line: Attributes = {};

  constructor(kind: 'blocks' | 'line' | 'preformatted' = 'blocks') {
    this.single = kind !== 'blocks';
    this.keepsLines = kind === 'preformatted';
  }

  text(text: string, style: Style): void {
    this.runs.push({ style, text });
  }

  /** Remembers a name by which the place is known; it goes to the block that holds it, or to the next. */
  known(as: string): void {
    this.aliases.push(as);
  }

  /** The names that no block has taken yet. */
  takeAliases(): string[] {
    return this.aliases.splice(0);
  }

  /** A block begins or ends here. The paragraph that begins has these attributes. */
  boundary(next: Attributes = {}): void {
    if (this.single) {
      if (this.runs.length > 0) {
        const style: Style = { marks: new Set() };
        this.runs.push(this.keepsLines ? { style, break: true } : { style, text: ' ' });
      }
      return;
    }
    const runs = tidyLine(this.runs);
    this.runs = [];
    if (!areBlank(runs)) {
      this.blocks.push({ name: 'p', attributes: { ...this.line }, aliases: this.takeAliases(), runs });
      this.line = {};
    }
    this.line = next;
  }

  add(block: Block): void {
    this.boundary();
    block.aliases.unshift(...this.takeAliases());
    this.blocks.push(block);
  }
}
