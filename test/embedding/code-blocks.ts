import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** The line of the page on which it begins. */
  readonly line: number;
}

/** The fenced code of a page of docs. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length,
  }));
}
