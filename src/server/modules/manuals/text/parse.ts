import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as HTML,
  Parser,
  type Token,
} from 'parse5';

export type SourceNode = DefaultTreeAdapterTypes.ChildNode;
export type SourceElement = DefaultTreeAdapterTypes.Element;

/** Deeper than any real text, and well below the limit of browsers. */
const DEPTH_MAX = 120;
const ELEMENTS_MAX = 400_000;

/**
 * Parses like a browser, within limits: a few characters can expand to millions of elements (formatting that is reopened in
 * each paragraph), and each start tag searches all open elements. Tags beyond the limits are dropped; their text stays.
 */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop < DEPTH_MAX && made < ELEMENTS_MAX) super.onStartTag(token);
  }
}

/** Number of elements created for the current text; parsing is synchronous. */
let made = 0;
const treeAdapter: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  createElement(...given) {
    made += 1;
    return defaultTreeAdapter.createElement(...given);
  },
};

/** Returns the nodes of an html fragment, parsed as in the body of a page. */
export function parseHtml(html: string, sourceCodeLocationInfo = false): SourceNode[] {
  made = 0;
  const body = defaultTreeAdapter.createElement('body', HTML.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<DefaultTreeAdapterMap>(body, { treeAdapter, sourceCodeLocationInfo });
  parser.tokenizer.write(html, true);
  return parser.getFragment().childNodes;
}

export const isElement = (node: SourceNode): node is SourceElement => 'tagName' in node;

export const attributeOf = (element: SourceElement, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;
