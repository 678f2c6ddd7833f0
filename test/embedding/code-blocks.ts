import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** Line of the page on which the block begins. */
  readonly line: number;
}

/** Returns the fenced code blocks of a documentation page. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length,
  }));
}
