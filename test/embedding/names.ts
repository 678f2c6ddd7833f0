import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { parseSync } from 'vite';
import { ELEMENTS_DESCRIBED } from '../../build/element-metadata/described.ts';
import { COMMANDS } from '../../src/shared/element/table/events.ts';

/** An element in code, with the names before `=`: `task-id`, `:task-id`, `@verva-task-opened` … */
export interface Written {
  readonly tag: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

/** Finds our elements in HTML and similar templates. */
export function inMarkup(markup: string): Written[] {
  const found: Written[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node && node.tagName.startsWith('verva-'))
      found.push({ tag: node.tagName, attributes: node.attrs });
    for (const child of 'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [])
      walk(child);
  };
  walk(parse(markup));
  return found;
}

/** Finds our elements in TSX. */
export function inTsx(code: string): Written[] {
  const { program } = parseSync('example.tsx', code);
  const found: Written[] = [];
  JSON.parse(JSON.stringify(program), (_key, node) => {
    if (node?.type === 'JSXOpeningElement' && String(node.name.name).startsWith('verva-')) {
      const attributes = node.attributes.map((one: { name: { name: string } }) => ({ name: one.name.name, value: '' }));
      found.push({ tag: node.name.name, attributes });
    }
    return node;
  });
  return found;
}

/** Returns unknown elements, attributes and events in code. */
export function unknownNames(written: readonly Written[]): string[] {
  return written.flatMap(({ tag, attributes }) => {
    const element = ELEMENTS_DESCRIBED.find((one) => one.tag === tag);
    if (!element) return [tag];
    const events = new Set(element.events.map(({ name }) => name));
    // Markup is case-insensitive: `[taskId]` was parsed as `[taskid]`.
    const known = new Set(element.attributes.flatMap(({ name, property }) => [name, property.toLowerCase()]));
    return attributes.flatMap(({ name }) => {
      const event = /^(?:\(|@|on:?)(verva-[\w-]+)\)?$/.exec(name)?.[1];
      if (event !== undefined) return events.has(event) ? [] : [`${tag} ${event}`];
      const attribute = name.replace(/^(?::|\[(?:attr\.)?)|\]$/g, '');
      return known.has(attribute) || /^(?:class|className|id|style|ref|key)$/.test(attribute)
        ? []
        : [`${tag} ${attribute}`];
    });
  });
}

const NAMES = new Set([
  ...ELEMENTS_DESCRIBED.flatMap(({ tag, events }) => [tag, ...events.map(({ name }) => name)]),
  ...Object.keys(COMMANDS),
]);

/** Returns words in quotes or tags that look like our names but are unknown. */
export function unknownWords(code: string): string[] {
  return [...code.matchAll(/(?:['"`<]|querySelector\(['"])(verva-[a-z-]+)(?=['"`\s>])/g)]
    .map(([, word = '']) => word)
    .filter((word) => !NAMES.has(word));
}
