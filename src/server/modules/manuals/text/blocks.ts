import { blockOf, type Reading } from './block-of.ts';
import { Flow } from './flow.ts';
import { storableText, tidyLine, tidyPreformatted } from './lines.ts';
import { areBlank, type Block, PLAIN, type Style, withoutStrong } from './model.ts';
import { attributeOf, isElement, type SourceElement, type SourceNode } from './parse.ts';
import { isDropped } from './removed.ts';
import { styleWithin } from './style.ts';
import { tableOf } from './tables.ts';
import { withWordLists, wordKind } from './word.ts';

/** Maximum nesting of blocks; deeper ones lose their frame, not their text. */
const NESTING_MAX = 16;

const TRANSPARENT = new Set(
  'address article aside body caption center dd details div dl fieldset figcaption footer form header hgroup html label legend li main nav optgroup option search section summary tbody td tfoot th thead tr'.split(
    ' ',
  ),
);
const HEADINGS: Readonly<Record<string, string>> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };

/** Converts nodes to blocks. */
export function blocksOf(nodes: readonly SourceNode[], reading: Reading): Block[] {
  const flow = new Flow();
  visitAll(nodes, PLAIN, flow, reading);
  flow.boundary();
  flow.blocks.at(-1)?.aliases.push(...flow.takeAliases());
  return flow.blocks;
}

/** Creates a block with one line; undefined when nothing in it is visible. Drops `strong` in a heading, which has no effect there. */
function lineBlock(block: Block, nodes: readonly SourceNode[], reading: Reading): Block | undefined {
  const kept = block.name === 'pre' ? 'preformatted' : 'line';
  const flow = new Flow(kept);
  visitAll(nodes, PLAIN, flow, reading);
  const runs = kept === 'line' ? tidyLine(flow.runs.map(withoutStrong)) : tidyPreformatted(flow.runs);
  return areBlank(runs) ? undefined : { ...block, aliases: [...block.aliases, ...flow.takeAliases()], runs };
}

/**
 * Fills a list item or a cell. A paragraph that is its only content, or precedes the lists of an item, becomes its own line.
 */
function fill(block: Block, nodes: readonly SourceNode[], reading: Reading): Block {
  const children = blocksOf(nodes, reading);
  const [first, ...rest] = children;
  const isList = ({ name }: Block) => block.name === 'li' && (name === 'ul' || name === 'ol');
  const hasCaption = (['lang', 'dir'] as const).some(
    (key) => first?.attributes[key] !== undefined && first.attributes[key] !== block.attributes[key],
  );
  if (first?.name === 'p' && !hasCaption && rest.every(isList)) {
    first.name = '';
    block.attributes.id ??= first.attributes.id!;
    if (block.attributes.id === undefined) delete block.attributes.id;
    block.aliases.push(...first.aliases.splice(0));
    first.attributes = {};
    if (block.name === 'th') first.runs = first.runs?.map(withoutStrong) ?? [];
  }
  return { ...block, children };
}

function visitAll(nodes: readonly SourceNode[], style: Style, flow: Flow, reading: Reading): void {
  for (const node of withWordLists(nodes)) visit(node, style, flow, reading);
}

function visit(node: SourceNode, style: Style, flow: Flow, reading: Reading): void {
  if (!isElement(node)) {
    if (node.nodeName === '#text' && 'value' in node) flow.text(node.value, style);
    return;
  }
  if (isDropped(node, reading.removed)) return;
  const name = node.tagName;
  if (name === 'br') {
    flow.runs.push({ style, break: true });
    return;
  }
  if (name === 'img') {
    const image = pictureOf(node);
    if (image) flow.runs.push({ style, image });
    else reading.removed.add('image');
    return;
  }
  if (!flow.single && visitBlock(node, style, flow, reading)) return;
  const isBlock = TRANSPARENT.has(name) || BLOCKS.has(name);
  const inner = isBlock ? style : styleWithin(node, style, reading.removed);
  for (const key of ['id', 'name']) {
    const alias = attributeOf(node, key);
    if (alias && (key === 'id' || name === 'a')) flow.known(alias);
  }
  if (isBlock) flow.boundary();
  visitAll(node.childNodes, inner, flow, reading);
  if (isBlock) flow.boundary();
}

const BLOCKS = new Set([
  ...Object.keys(HEADINGS),
  ...'p pre listing ul ol menu dir table blockquote figure hr dt'.split(' '),
]);

/** Adds the block for an element and returns true, if the element has a form of its own. */
function visitBlock(element: SourceElement, style: Style, flow: Flow, reading: Reading): boolean {
  const name = element.tagName;
  const inner: Reading = { ...reading, depth: reading.depth + 1 };
  const add = (block: Block | undefined) => {
    if (block) flow.add(block);
    return true;
  };
  const heading = HEADINGS[name];
  if (heading) return add(lineBlock(blockOf(heading, element), element.childNodes, reading));
  switch (name) {
    case 'p': {
      const kind = wordKind(element);
      // Readers get a table of contents from the headings; this one has the page numbers of another document.
      if (kind === 'contents') return true;
      if (kind === 'blockquote') return add(containerOf(blockOf('blockquote', element), element, inner));
      if (kind) return add(lineBlock(blockOf(kind, element), element.childNodes, reading));
      const { attributes, aliases } = blockOf('p', element);
      flow.boundary(attributes);
      for (const alias of aliases) flow.known(alias);
      visitAll(element.childNodes, styleWithin(element, style, reading.removed), flow, reading);
      flow.boundary();
      return true;
    }
    case 'dt':
      flow.boundary();
      visitAll(element.childNodes, { ...style, marks: new Set([...style.marks, 'strong']) }, flow, reading);
      flow.boundary();
      return true;
    case 'hr':
      return add(blockOf('hr', element));
    case 'pre':
    case 'listing':
      return add(lineBlock(blockOf('pre', element), element.childNodes, reading));
  }
  if (reading.depth >= NESTING_MAX) {
    if (BLOCKS.has(name)) reading.removed.add('structure');
    return false;
  }
  switch (name) {
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return add(listOf(element, inner));
    case 'table': {
      const { caption, table } = tableOf(element, inner, { fill, lineBlock });
      add(caption);
      return add(table);
    }
    case 'blockquote':
      return add(containerOf(blockOf('blockquote', element), element, inner));
    case 'aside': {
      const note = blockOf('aside', element);
      return note.attributes['data-note'] === undefined ? false : add(containerOf(note, element, inner));
    }
    case 'figure':
      for (const block of figureOf(element, inner)) add(block);
      return true;
    default:
      return false;
  }
}

function containerOf(block: Block, element: SourceElement, reading: Reading): Block | undefined {
  const children = blocksOf(element.childNodes, reading);
  return children.length > 0 ? { ...block, children } : undefined;
}

/** Creates a list. Lists placed between its items, as some programs write them, become part of the preceding item. */
function listOf(element: SourceElement, reading: Reading): Block | undefined {
  const list = blockOf(element.tagName === 'ol' ? 'ol' : 'ul', element);
  const items: Block[] = [];
  for (const node of element.childNodes) {
    const isItem = isElement(node) && node.tagName === 'li';
    const item = isItem
      ? fill(blockOf('li', node), node.childNodes, reading)
      : fill({ name: 'li', attributes: {}, aliases: [] }, [node], reading);
    const last = items.at(-1)?.children;
    const nested = !isItem && isElement(node) && ['ul', 'ol'].includes(node.tagName);
    if (nested && last) last.push(...(item.children ?? []));
    else if (item.children?.length) items.push(item);
  }
  return items.length > 0 ? { ...list, children: items } : undefined;
}

/** Creates a figure of a picture, a table, a quotation or code with its caption; any other content loses the frame. */
function figureOf(element: SourceElement, reading: Reading): Block[] {
  const isCaption = (node: SourceNode) => isElement(node) && node.tagName === 'figcaption';
  const shown = blocksOf(
    element.childNodes.filter((node) => !isCaption(node)),
    reading,
  );
  const caption = element.childNodes.find((node) => isCaption(node)) as SourceElement | undefined;
  const called = caption && lineBlock(blockOf('figcaption', caption), caption.childNodes, reading);
  const isPicture = (block: Block) =>
    block.name === 'p' && block.runs?.every((run) => !('text' in run && run.text.trim()));
  const figure = blockOf('figure', element);
  if (
    shown.length === 0 ||
    !shown.every((one) => isPicture(one) || ['table', 'pre', 'blockquote'].includes(one.name))
  ) {
    return called ? [...shown, { ...called, name: 'p' }] : shown;
  }
  for (const one of shown.filter(isPicture)) {
    one.name = '';
    one.attributes = {};
    figure.aliases.push(...one.aliases.splice(0));
  }
  return [{ ...figure, children: called ? [...shown, called] : shown }];
}

function pictureOf(element: SourceElement): Record<string, string> | undefined {
  const { attributes } = blockOf('img', element);
  if (attributes['data-image'] === undefined) return undefined;
  return {
    ...attributes,
    alt: storableText(attributes.alt ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}
