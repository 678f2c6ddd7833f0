/** Converts static text of other builders, HTML or Markdown, to the subset of HTML that forms allow (rich-text.ts). */
const BLOCKS: Readonly<Record<string, string>> = {
  p: 'p',
  div: 'p',
  section: 'p',
  article: 'p',
  header: 'p',
  footer: 'p',
  blockquote: 'p',
  pre: 'p',
  h1: 'h3',
  h2: 'h3',
  h3: 'h3',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
};
const INLINE: Readonly<Record<string, string>> = { strong: 'strong', b: 'strong', em: 'em', i: 'em', a: 'a' };
/** Tags without meaning here: removed without a note, their content stays. */
const QUIET: ReadonlySet<string> = new Set(['span', 'font', 'label', 'body', 'html', 'small', 'center', 'u']);
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'noscript']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const SOURCE_MAX = 60_000;
const RESULT_MAX = 18_000;
const DEPTH_MAX = 6;
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,30})([^<>]{0,4000})>/y;
const HREF = /\bhref\s*=\s*(?:"([^"<>\s]{1,1000})"|'([^'"<>\s]{1,1000})'|([^"'<>\s]{1,1000}))/i;

export interface Content {
  /** Empty when there is nothing to show. */
  readonly html: string;
  /** Removed tags and other content. */
  readonly left: readonly string[];
}

function decoded(text: string): string {
  return text.replace(/&(?:#(x[0-9a-f]{1,6}|\d{1,7})|([a-z]{2,8}));/gi, (whole, code?: string, name?: string) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = code?.startsWith('x') || code?.startsWith('X') ? Number.parseInt(code.slice(1), 16) : Number(code);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

function encoded(text: string): string {
  return text
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Writes tags so that they always match and are nested as allowed. */
class Writer {
  readonly left = new Set<string>();
  private out = '';
  private readonly open: string[] = [];
  private hasText = false;

  text(text: string): void {
    if (this.isLong()) return;
    if (text.trim() === '') {
      if (this.open.length > 0 && this.open.at(-1) !== 'ul' && this.open.at(-1) !== 'ol' && text) this.out += ' ';
      return;
    }
    this.inBlock();
    this.hasText = true;
    this.out += encoded(text.slice(0, RESULT_MAX));
  }

  private isLong(): boolean {
    if (this.out.length > RESULT_MAX) this.left.add('…');
    return this.out.length > RESULT_MAX;
  }

  /** Ensures that text is inside a paragraph, a heading or a list item. */
  private inBlock(): void {
    if (!this.open.some((tag) => tag === 'p' || tag === 'h3' || tag === 'li')) {
      while (this.open.length > 0) this.pop();
      this.push('p');
    }
  }

  private push(tag: string, attributes = ''): void {
    this.out += `<${tag}${attributes}>`;
    this.open.push(tag);
  }

  private pop(): void {
    const tag = this.open.pop();
    if (tag) this.out += `</${tag}>`;
  }

  private closeTo(wanted: readonly string[]): void {
    const at = this.open.findLastIndex((tag) => wanted.includes(tag));
    while (at >= 0 && this.open.length > at) this.pop();
  }

  startBlock(tag: string): void {
    if (this.isLong()) return;
    if (tag === 'li') {
      const list = this.open.findLastIndex((name) => name === 'ul' || name === 'ol');
      if (list < 0) {
        this.startBlock('p');
        return;
      }
      while (this.open.length > list + 1) this.pop();
      this.push('li');
      return;
    }
    const isInList = this.open.includes('li');
    if (tag === 'ul' || tag === 'ol') {
      if (!isInList) while (this.open.length > 0) this.pop();
      else this.closeTo(['strong', 'em', 'a']);
      if (this.open.length < DEPTH_MAX - 1) this.push(tag);
      return;
    }
    // A paragraph in a list item becomes the item's own text.
    if (isInList) return;
    while (this.open.length > 0) this.pop();
    this.push(tag);
  }

  startInline(tag: string, attributes = ''): void {
    if (this.isLong()) return;
    this.inBlock();
    if (this.open.length < DEPTH_MAX && !this.open.includes(tag)) this.push(tag, attributes);
  }

  end(tag: string): void {
    if (tag === 'p' && this.open.includes('li')) return;
    this.closeTo([tag]);
  }

  line(): void {
    if (!this.isLong() && this.open.length > 0) this.out += '<br>';
  }

  finish(): Content {
    while (this.open.length > 0) this.pop();
    const html = this.out.replaceAll(/<(p|h3|li|strong|em)>\s*<\/\1>/g, '').replaceAll(/<(ul|ol)>\s*<\/\1>/g, '');
    return { html: this.hasText ? html.trim() : '', left: [...this.left] };
  }
}

/** Converts HTML in linear time. Static text shows no values: `{{…}}` become dots. */
export function contentOfHtml(source: string): Content {
  const writer = new Writer();
  if (source.length > SOURCE_MAX) writer.left.add('…');
  const text = withoutPlaceholders(source.slice(0, SOURCE_MAX), writer.left);
  const small = text.toLowerCase();
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    writer.text(decoded(text.slice(at, start < 0 ? text.length : start)));
    if (start < 0) break;
    if (text.startsWith('<!', start)) {
      const isComment = text.startsWith('<!--', start);
      const end = text.indexOf(isComment ? '-->' : '>', start);
      at = end < 0 ? text.length : end + (isComment ? 3 : 1);
      continue;
    }
    TAG.lastIndex = start;
    const match = TAG.exec(text);
    if (!match) {
      writer.text('<');
      at = start + 1;
      continue;
    }
    at = TAG.lastIndex;
    const [, closing, rawName = '', attributes = ''] = match;
    const name = rawName.toLowerCase();
    if (SILENT.has(name) && !closing) {
      writer.left.add(name);
      const end = small.indexOf(`</${name}`, at);
      at = end < 0 ? text.length : end;
    } else writeTag(writer, name, Boolean(closing), attributes);
  }
  return writer.finish();
}

function writeTag(writer: Writer, name: string, isClosing: boolean, attributes: string): void {
  const block = Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
  const inline = Object.hasOwn(INLINE, name) ? INLINE[name] : undefined;
  if (block) {
    if (isClosing) writer.end(block);
    else writer.startBlock(block);
  } else if (name === 'br') writer.line();
  else if (inline && isClosing) writer.end(inline);
  else if (inline === 'a') {
    const match = HREF.exec(attributes);
    const address = decoded(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
    if (/^(?:https?:\/\/|mailto:)[^"<>\s]*$/.test(address)) {
      writer.startInline('a', ` href="${encoded(address)}"`);
    } else writer.left.add('a');
  } else if (inline) writer.startInline(inline);
  else if (!QUIET.has(name) && !SILENT.has(name)) writer.left.add(name);
}

function withoutPlaceholders(text: string, left: Set<string>): string {
  return text.replace(/\{\{([^{}]{0,500})\}\}/g, (_, inner: string) => {
    left.add(`{{${inner.trim()}}}`);
    return /^\s*[#/]/.test(inner) ? '' : '…';
  });
}

/** Converts headings, lists, emphasis and links of Markdown; embedded HTML is read as HTML. */
export function contentOfMarkdown(source: string): Content {
  const lines = source.slice(0, SOURCE_MAX).split(/\r?\n/);
  let html = '';
  let list: 'ul' | 'ol' | null = null;
  let isOpen = false;
  const endBlock = (): void => {
    if (isOpen) html += '</p>';
    if (list) html += `</${list}>`;
    isOpen = false;
    list = null;
  };
  for (const line of lines) {
    const heading = /^\s{0,3}#{1,6}\s(.*)$/s.exec(line);
    const item = /^\s{0,8}(?:([-*+])|\d{1,6}[.)])\s(.*)$/s.exec(line);
    if (line.trim() === '' || /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) endBlock();
    else if (heading) {
      endBlock();
      html += `<h3>${inlineOf((heading[1] ?? '').trimStart().replace(/\s#+\s*$/, ''))}</h3>`;
    } else if (item) {
      const wanted = item[1] ? 'ul' : 'ol';
      if (list !== wanted) {
        endBlock();
        html += `<${wanted}>`;
        list = wanted;
      }
      html += `<li>${inlineOf((item[2] ?? '').trimStart())}</li>`;
    } else {
      if (list) endBlock();
      html += isOpen ? `<br>${inlineOf(line)}` : `<p>${inlineOf(line)}`;
      isOpen = true;
    }
  }
  endBlock();
  return contentOfHtml(html);
}

function inlineOf(line: string): string {
  return line
    .slice(0, 10_000)
    .replace(/!\[([^\]]{0,300})\]\([^)\s]{0,1000}\)/g, '<img>$1')
    .replace(/\[([^\][]{1,300})\]\(([^)\s"<>]{1,1000})(?:[\s"<>][^)]{0,200})?\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]{1,500})\*\*/g, '<strong>$1</strong>')
    .replace(/__([^_]{1,500})__/g, '<strong>$1</strong>')
    .replace(/(^|[^*\w])\*([^*\s][^*]{0,500})\*/g, '$1<em>$2</em>')
    .replace(/(^|[^_\w])_([^_\s][^_]{0,500})_(?!\w)/g, '$1<em>$2</em>');
}
