import { safeAddress } from '../../../../shared/manual-html/allowed.ts';
import type { Mark, Style } from './model.ts';
import { attributeOf, type SourceElement } from './parse.ts';
import type { Removed } from './removed.ts';

const MARK_OF: Readonly<Record<string, Mark>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Marks that word processors write as styles. */
const STYLED: readonly (readonly [RegExp, Mark])[] = [
  [/(?<![-\w])font-weight\s*:\s*(bold|bolder|[6-9]00)/i, 'strong'],
  [/(?<![-\w])font-style\s*:\s*italic/i, 'em'],
  [/(?<![-\w])text-decoration(-line)?\s*:[^;]{0,200}underline/i, 'u'],
  [/(?<![-\w])text-decoration(-line)?\s*:[^;]{0,200}line-through/i, 's'],
  [/(?<![-\w])vertical-align\s*:\s*sub/i, 'sub'],
  [/(?<![-\w])vertical-align\s*:\s*super/i, 'sup'],
];
const UNBOLD = /(?<![-\w])font-weight\s*:\s*(normal|[1-4]00)/i;
const UNSLANTED = /(?<![-\w])font-style\s*:\s*normal/i;

/** Returns the style of the content of an inline element. */
export function styleWithin(element: SourceElement, style: Style, removed: Set<Removed>): Style {
  const css = attributeOf(element, 'style') ?? '';
  const marks = new Set(style.marks);
  const own = MARK_OF[element.tagName];
  if (own) marks.add(own);
  for (const [pattern, mark] of STYLED) {
    // Links are underlined by default.
    if (pattern.test(css) && !(mark === 'u' && style.href !== undefined)) marks.add(mark);
  }
  if (UNBOLD.test(css)) marks.delete('strong');
  if (UNSLANTED.test(css)) marks.delete('em');
  if (marks.has('sub') && marks.has('sup')) marks.delete(style.marks.has('sub') ? 'sub' : 'sup');
  const href = element.tagName === 'a' ? addressOf(element, removed) : style.href;
  if (element.tagName === 'a' && href !== undefined && own !== 'u') marks.delete('u');
  return href === undefined ? { marks } : { marks, href };
}

/** Returns the target of a link: a safe address, or `#` with a name in this text that later becomes a block id. */
function addressOf(element: SourceElement, removed: Set<Removed>): string | undefined {
  const given = attributeOf(element, 'href')?.trim();
  if (!given) return undefined;
  // Word writes its own file name in links to its headings.
  const name = /^(?:file:[^#]*)?#(.+)$/i.exec(given)?.[1];
  if (name !== undefined) return `#${decoded(name)}`;
  const safe = safeAddress(given);
  if (safe === undefined) removed.add(/^\W*(java|vb|live)\s*script/i.test(given) ? 'script' : 'link');
  return safe;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // The name is not percent-encoded.
    return name;
  }
}
