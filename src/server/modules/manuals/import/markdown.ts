import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** A Markdown file as html that is not clean yet: pictures and links still say what the file says. */
export interface MarkdownFile {
  readonly title: string;
  readonly html: string;
}

const KINDS: Readonly<Record<string, string>> = {
  note: 'info',
  tip: 'info',
  info: 'info',
  important: 'info',
  warning: 'warning',
  caution: 'danger',
  danger: 'danger',
};
const ALERT = /^\s*\[!(note|tip|important|warning|caution)\]\s*/i;

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const plain = (html: string) => html.replace(/<[^<>]*>/g, '');

/** The name by which other places link to a heading, as GitHub makes it. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const NOTE = /^:::+ *(note|tip|info|important|warning|caution|danger)\b/i;
const NOTE_END = /^:::+ *\r?$/;

/** Notes as other programs write them: `:::warning` up to `:::`. */
function withNotes(text: string): string {
  const lines = text.split('\n');
  const made: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const kind = NOTE.exec(lines[at]!)?.[1];
    if (kind === undefined) {
      made.push(lines[at]!);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !NOTE_END.test(lines[end]!)) end += 1;
    // What is not closed is text, and so is every later beginning.
    if (end === lines.length) return made.concat(lines.slice(at)).join('\n');
    made.push(
      `<aside data-note="${KINDS[kind.toLowerCase()]}">\n`,
      lines.slice(at + 1, end).join('\n'),
      '\n</aside>\n',
    );
    at = end;
  }
  return made.join('\n');
}

/** Reads what stands between `---` at the beginning, of which only the title is used. */
function frontMatter(text: string): { title?: string; body: string } {
  const [whole, fields = ''] = /^---\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)\r?\n/.exec(text) ?? [];
  if (whole === undefined) return { body: text };
  const title = /^title:[ \t]*(.+)$/m
    .exec(fields)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return title ? { title, body: text.slice(whole.length) } : { body: text.slice(whole.length) };
}

/**
 * Converts CommonMark with GitHub's tables, strikethrough and alerts. The title is that of the front matter, or of a first
 * heading of level 1, which then is no part of the text. `prefix` stands before the names of headings, so that those of
 * several files differ.
 */
export function readMarkdown(path: string, text: string, prefix: string, keepsTitle: boolean): MarkdownFile {
  const { title: given, body } = frontMatter(text.replace(/^\ufeff/, ''));
  const seen = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const slug = slugOf(plain(html));
        const turn = seen.get(slug) ?? 0;
        seen.set(slug, turn + 1);
        return `<h${depth} id="${attribute(`${prefix}${slug}${turn > 0 ? `-${turn}` : ''}`)}">${html}</h${depth}>\n`;
      },
      blockquote({ tokens }: Tokens.Blockquote) {
        const html = this.parser.parse(tokens);
        const kind = ALERT.exec(plain(html))?.[1];
        if (!kind) return `<blockquote>${html}</blockquote>\n`;
        return `<aside data-note="${KINDS[kind.toLowerCase()]}">${html.replace(/\[!\w+\]\s*(<br\s*\/?>)?/, '')}</aside>\n`;
      },
      checkbox({ checked }: Tokens.Checkbox) {
        return checked ? '☑ ' : '☐ ';
      },
    },
  });
  const html = marked.parse(withNotes(body), { async: false });
  const [first, heading = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  const ofHeading = characters(plain(heading)).trim();
  const title = (given ?? ofHeading) || posix.basename(path).replace(/\.\w+$/, '');
  const isTitle = first !== undefined && !keepsTitle && ofHeading === title;
  return { title, html: isTitle ? html.slice(first.length) : html };
}

const characters = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
