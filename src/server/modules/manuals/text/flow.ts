import { tidyLine } from './lines.ts';
import { type Attributes, areBlank, type Block, type Run, type Style } from './model.ts';

/**
 * Collects consecutive content: characters become paragraphs when a block begins or ends. With `single` the result is one
 * line, as in a heading; the start of a block becomes a space (or a line break with `keepsLines`).
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

  /** Adds an alias of the current position; it is assigned to the block that contains it, or to the next one. */
  known(as: string): void {
    this.aliases.push(as);
  }

  /** Returns and removes the aliases that are not assigned to a block yet. */
  takeAliases(): string[] {
    return this.aliases.splice(0);
  }

  /** Ends the current paragraph. The next paragraph has these attributes. */
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
