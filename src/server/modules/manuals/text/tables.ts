import { blockOf, type Reading } from './block-of.ts';
import { type Block, withoutStrong } from './model.ts';
import { isElement, type SourceElement, type SourceNode } from './parse.ts';
import { isDropped } from './removed.ts';

interface Rows {
  readonly head: Block[];
  readonly body: Block[];
  readonly foot: Block[];
}

/** Functions that read the content of a table. */
interface Read {
  fill(block: Block, nodes: readonly SourceNode[], reading: Reading): Block;
  lineBlock(block: Block, nodes: readonly SourceNode[], reading: Reading): Block | undefined;
}

/**
 * Creates a table with its head first and its foot last. A first row of heading cells is the head even without `thead`. The
 * caption becomes a paragraph before the table.
 */
export function tableOf(element: SourceElement, reading: Reading, read: Read): { caption?: Block; table?: Block } {
  const rows: Rows = { head: [], body: [], foot: [] };
  const caption = gather(element, rows, 'body', reading, read);
  const body = [...rows.body, ...rows.foot];
  if (rows.head.length === 0 && body.length > 1 && isHead(body[0]!)) rows.head.push(body.shift()!);
  const part = (name: string, children: Block[]): Block[] =>
    children.length > 0 ? [{ name, attributes: {}, aliases: [], children }] : [];
  const children = [...part('thead', rows.head.map(asHead)), ...part('tbody', body)];
  const table = children.length > 0 ? { ...blockOf('table', element), children } : undefined;
  return { ...(caption && { caption }), ...(table && { table }) };
}

const isHead = (row: Block) =>
  row.children?.every(({ name, attributes }) => name === 'th' && attributes.rowspan === undefined) ?? false;

const asHead = (row: Block): Block => ({
  ...row,
  children: (row.children ?? []).map((cell) => ({
    ...cell,
    name: 'th',
    children: cell.children?.map((line) => (line.name === '' ? unmarked(line) : line)) ?? [],
  })),
});

const unmarked = (line: Block): Block => ({ ...line, runs: line.runs?.map(withoutStrong) ?? [] });

function gather(element: SourceElement, rows: Rows, to: keyof Rows, reading: Reading, read: Read): Block | undefined {
  let caption: Block | undefined;
  for (const node of element.childNodes) {
    if (!isElement(node) || isDropped(node, reading.removed)) continue;
    if (node.tagName === 'tr') {
      const row = rowOf(node, reading, read);
      if (row) rows[to].push(row);
    } else if (node.tagName === 'caption') {
      caption = read.lineBlock(blockOf('p', node), node.childNodes, reading);
    } else {
      gather(node, rows, node.tagName === 'thead' ? 'head' : node.tagName === 'tfoot' ? 'foot' : to, reading, read);
    }
  }
  return caption;
}

function rowOf(element: SourceElement, reading: Reading, read: Read): Block | undefined {
  const children: Block[] = [];
  for (const node of element.childNodes) {
    if (!isElement(node) || isDropped(node, reading.removed)) continue;
    if (node.tagName === 'td' || node.tagName === 'th') {
      children.push(read.fill(blockOf(node.tagName, node), node.childNodes, reading));
    }
  }
  return children.length > 0 ? { ...blockOf('tr', element), children } : undefined;
}
