import { FaultyTextError, parseRichText, type RichNode } from '../../../shared/forms/index.ts';

/** Editor document, limited to what static text of a form can contain. */
export interface RichDocument {
  readonly type?: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly RichDocument[];
}

type Marks = NonNullable<RichDocument['marks']>;

const BLOCKS: Readonly<Record<string, string>> = {
  p: 'paragraph',
  h3: 'heading',
  ul: 'bulletList',
  ol: 'orderedList',
  li: 'listItem',
};
const TAGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BLOCKS).map(([tag, type]) => [type, tag]),
);
const MARKS: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', a: 'link' };

/** Converts the text of a definition to an editor document. Unsupported markup becomes plain text. */
export function documentOf(source: string): RichDocument {
  let nodes: readonly RichNode[];
  try {
    nodes = parseRichText(source);
  } catch (error) {
    if (!(error instanceof FaultyTextError)) throw error;
    nodes = [source];
  }
  const content = blocks(nodes);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
}

/** Keeps blocks and wraps loose text in paragraphs. */
function blocks(nodes: readonly RichNode[]): readonly RichDocument[] {
  const result: RichDocument[] = [];
  let loose: RichDocument[] = [];
  const close = () => {
    if (loose.some(({ type, text }) => type !== 'text' || text?.trim()))
      result.push({ type: 'paragraph', content: loose });
    loose = [];
  };
  for (const node of nodes) {
    const type = typeof node === 'string' ? undefined : BLOCKS[node.tag];
    if (typeof node === 'string' || type === undefined) {
      loose.push(...inline(node, []));
      continue;
    }
    close();
    const isText = node.tag === 'p' || node.tag === 'h3';
    const content = isText ? node.children.flatMap((child) => inline(child, [])) : blocks(node.children);
    result.push({ type, ...(node.tag === 'h3' && { attrs: { level: 3 } }), ...(content.length > 0 && { content }) });
  }
  close();
  return result;
}

function inline(node: RichNode, marks: Marks): readonly RichDocument[] {
  if (typeof node === 'string')
    return node === '' ? [] : [{ type: 'text', text: node, ...(marks.length > 0 && { marks }) }];
  if (node.tag === 'br') return [{ type: 'hardBreak' }];
  const type = MARKS[node.tag];
  const mark = type && { type, ...(node.tag === 'a' && { attrs: { href: node.href ?? '' } }) };
  return node.children.flatMap((child) => inline(child, mark ? [...marks, mark] : marks));
}

/** Converts an editor document to the text of a definition, using only the allowed tags. */
export function sourceOf(document: RichDocument): string {
  const { type = '', content = [] } = document;
  if (type === 'text') return marked(escaped(document.text ?? ''), document.marks ?? []);
  if (type === 'hardBreak') return '<br>';
  const inner = content.map(sourceOf).join('');
  const tag = TAGS[type];
  return tag ? `<${tag}>${inner}</${tag}>` : inner;
}

function marked(text: string, marks: Marks): string {
  return marks.reduce((inside, { type, attrs }) => {
    if (type === 'bold') return `<strong>${inside}</strong>`;
    if (type === 'italic') return `<em>${inside}</em>`;
    const href = String(attrs?.href ?? '');
    return type === 'link' && /^(https?:\/\/|mailto:)[^"<>\s]*$/.test(href)
      ? `<a href="${href}">${inside}</a>`
      : inside;
  }, text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
