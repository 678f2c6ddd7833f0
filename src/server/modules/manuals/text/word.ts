import type { SourceNode } from './parse.ts';

/** Nodes in which what word processors write as paragraphs with a bullet is a list. */
export const withWordLists = (nodes: readonly SourceNode[]): readonly SourceNode[] => nodes;
