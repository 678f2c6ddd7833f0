import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

/** A Markdown file as HTML that is not sanitised yet: pictures and links keep the addresses of the file. */
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

/** Returns the anchor of a heading, in the format of GitHub. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const NOTE = /^:::+ *(note|tip|info|important|warning|caution|danger)\b/i;
const NOTE_END = /^:::+ *\r?$/;

/** Converts notes in the syntax of other programs: `:::warning` up to `:::`. */
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
    // An unclosed note is text, and so are all later openings.
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

/** Reads the front matter between `---` lines at the beginning; only its title is used. */
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
 * Converts CommonMark with GitHub's tables, strikethrough and alerts. The title comes from the front matter, or from a first
 * heading of level 1, which is then removed from the text. `prefix` precedes the anchors of headings, so that those of
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
