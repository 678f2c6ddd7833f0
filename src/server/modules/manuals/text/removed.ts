import { attributeOf, type SourceElement } from './parse.ts';

/** Kinds of removed content that an author may miss; removed styling is not reported. */
export const REMOVED = ['script', 'frame', 'form', 'drawing', 'media', 'image', 'link', 'structure'] as const;
export type Removed = (typeof REMOVED)[number];

const DROPPED: Readonly<Record<string, Removed | null>> = {
  script: 'script',
  iframe: 'frame',
  frame: 'frame',
  frameset: 'frame',
  object: 'frame',
  embed: 'frame',
  applet: 'frame',
  portal: 'frame',
  fencedframe: 'frame',
  input: 'form',
  button: 'form',
  select: 'form',
  textarea: 'form',
  datalist: 'form',
  keygen: 'form',
  isindex: 'form',
  svg: 'drawing',
  math: 'drawing',
  canvas: 'drawing',
  audio: 'media',
  video: 'media',
  bgsound: 'media',
  map: null,
  style: null,
  title: null,
  head: null,
  meta: null,
  link: null,
  base: null,
  template: null,
  slot: null,
  dialog: null,
  noscript: null,
  noembed: null,
  noframes: null,
  plaintext: null,
  xmp: null,
  col: null,
  colgroup: null,
  rp: null,
};

const HIDDEN = /(^|[;\s])(display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|mso-element\s*:\s*comment)/i;

/** Whether an element is dropped with all its content; adds to `removed` what an author may miss. */
export function isDropped(element: SourceElement, removed: Set<Removed>): boolean {
  const why = element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? DROPPED[element.tagName] : 'drawing';
  if (why) removed.add(why);
  if (element.attrs.some(({ name }) => name.startsWith('on'))) removed.add('script');
  return why !== undefined || HIDDEN.test(attributeOf(element, 'style') ?? '') || isTrackedDeletion(element);
}

/** Text deleted with change tracking switched on. */
const isTrackedDeletion = (element: SourceElement) =>
  element.tagName === 'del' && attributeOf(element, 'datetime') !== undefined;
