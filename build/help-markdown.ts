import { Marked, type Token, type Tokens } from 'marked';
import type { HelpBlock, HelpLine, HelpPage, HelpSpan } from '../src/shared/contracts/help-page.ts';

const LINK = /^([a-z0-9-]+)\.md$/;

/**
 * Reads a page of the help. It may contain a title, headings of level 2, paragraphs, lists and tables; in a line strong
 * text, keys between backticks, and links to other pages. Throws for anything else, so that nothing unknown is rendered.
 */
export function readHelpPage(id: string, markdown: string): HelpPage {
  const refuse = (what: string): never => {
    throw new Error(`Help page ${id}: ${what} is not supported.`);
  };
  const line = (tokens: readonly Token[] | undefined): HelpLine => (tokens ?? []).map(span);
  const span = (token: Token): HelpSpan => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? refuse('nested text') : plain(token.text);
      case 'strong':
        return { kind: 'strong', text: plain(token.text) };
      case 'codespan':
        return { kind: 'key', text: plain(token.text) };
      case 'link': {
        const page = LINK.exec(token.href)?.[1] ?? refuse(`the link ${token.href}`);
        return { kind: 'page', page, text: plain(token.text) };
      }
      default:
        return refuse(token.type);
    }
  };
  const item = ({ tokens }: Tokens.ListItem): HelpLine => {
    const [only, ...others] = tokens;
    return only?.type === 'text' && others.length === 0
      ? line((only as Tokens.Text).tokens)
      : refuse('a list in a list');
  };
  const block = (token: Token): HelpBlock => {
    switch (token.type) {
      case 'heading':
        return token.depth === 2
          ? { kind: 'heading', text: plain(token.text) }
          : refuse(`a heading of level ${token.depth}`);
      case 'paragraph':
        return { kind: 'paragraph', line: line(token.tokens) };
      case 'list':
        return { kind: 'list', isOrdered: token.ordered, items: (token as Tokens.List).items.map(item) };
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => line(cell.tokens));
        return { kind: 'table', head: cells(header), rows: rows.map(cells) };
      }
      default:
        return refuse(token.type);
    }
  };
  const [title, ...rest] = new Marked({ gfm: true }).lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) return refuse('a page without a title');
  return { id, title: plain(title.text), blocks: rest.map(block) };
}

/** Joins lines, which break anywhere in the file. */
const plain = (text: string) => text.replaceAll('\n', ' ');
