/**
 * Elements of manual HTML with their allowed attributes, apart from `id`, `lang` and `dir` of blocks. The server produces
 * such HTML when a text is saved; the browser accepts nothing else when showing it.
 */
export const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  p: [],
  ul: [],
  ol: [],
  li: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  pre: [],
  blockquote: [],
  hr: [],
  aside: ['data-note'],
  figure: [],
  figcaption: [],
  a: ['href'],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  code: [],
  br: [],
  img: ['data-image', 'alt', 'width', 'height'],
};

/** Inline elements; they have neither id nor language. */
export const INLINE: ReadonlySet<string> = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'br', 'img']);

export const NOTES = ['info', 'warning', 'danger'] as const;

const BLOCK_ID = /^b-[0-9a-z]{8,12}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const NUMBER = /^[1-9][0-9]{0,4}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Maximum length of an address: longer ones carry data. */
const ADDRESS_MAX = 2000;

/** Whether an id is one of ours: `b-` and 8 to 12 letters or digits. Foreign ids could shadow names of the page. */
export const isBlockId = (id: string): boolean => BLOCK_ID.test(id);

const absolute = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    // Not an address: the link is removed, its text stays.
    return undefined;
  }
};

/**
 * The safe form of a link's address: http, https, mailto or tel, as serialised by the browser, or `#` and a block id.
 * Undefined for anything else.
 */
export function safeAddress(address: string): string | undefined {
  if (address.startsWith('#')) return isBlockId(address.slice(1)) ? address : undefined;
  const url = absolute(address);
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return undefined;
  return url.href.length <= ADDRESS_MAX ? url.href : undefined;
}

const span = (most: number) => (value: string) =>
  NUMBER.test(value) && Number(value) > 1 && Number(value) <= most ? value : undefined;
const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined);

const VALUES: Readonly<Record<string, (value: string) => string | undefined>> = {
  id: matching(BLOCK_ID),
  lang: matching(LANGUAGE),
  dir: matching(/^(ltr|rtl|auto)$/),
  href: safeAddress,
  colspan: span(100),
  rowspan: span(1000),
  'data-note': (value) => NOTES.find((note) => note === value),
  'data-image': matching(SHA256),
  alt: (value) => value,
  width: matching(NUMBER),
  height: matching(NUMBER),
};

/** The value of an attribute if it is allowed on an element, otherwise undefined. */
export function allowedValue(element: string, attribute: string, value: string): string | undefined {
  const everywhere = !INLINE.has(element) && ['id', 'lang', 'dir'].includes(attribute);
  if (!everywhere && !ALLOWED[element]?.includes(attribute)) return undefined;
  return VALUES[attribute]?.(value);
}
