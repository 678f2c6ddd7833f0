import type { Findings } from './problems.ts';

/** An element as parsed. Unknown elements are generic and have `$children`. */
export interface Element {
  $type: string;
  $attrs?: Record<string, string>;
  $body?: string;
  $children?: Element[];
  $descriptor?: {
    ns?: { uri?: string; localName?: string };
    propertiesByName?: Readonly<Record<string, { isMany?: boolean }>>;
  };
  $parent?: Element;
  id?: string;
  name?: string;
  extensionElements?: { values?: Element[] };
  [property: string]: unknown;
}

export type Vendor = 'verva' | 'camunda' | 'zeebe';

/** Extensions are recognised by namespace, because authors choose prefixes. Activiti and Flowable use the names of Camunda. */
const VENDORS: Record<string, Vendor> = {
  'https://verva.dev/bpmn': 'verva',
  'http://camunda.org/schema/1.0/bpmn': 'camunda',
  'http://activiti.org/bpmn': 'camunda',
  'http://flowable.org/bpmn': 'camunda',
  'http://camunda.org/schema/zeebe/1.0': 'zeebe',
};

const STANDARD = /^http:\/\/www\.omg\.org\/spec\//;

/** Whether a namespace is neither BPMN's own nor of extensions that are read. */
export const isForeign = (uri: string): boolean => uri !== '' && !STANDARD.test(uri) && !VENDORS[uri];

/** Returns the vendors of the prefixes in one document. A prefix with two namespaces is ambiguous and is a problem. */
export function vendorPrefixes(source: string, findings: Findings): Map<string, Vendor> {
  const uris = new Map<string, string>();
  for (const [, prefix, double, single] of source.matchAll(/\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const uri = double ?? single ?? '';
    const known = uris.get(prefix!);
    if (known !== undefined && known !== uri) {
      findings.problem('document.namespace', undefined, `The prefix ${prefix} is bound to two namespaces.`);
    }
    uris.set(prefix!, uri);
  }
  const vendors = new Map<string, Vendor>();
  for (const [prefix, uri] of uris) if (VENDORS[uri]) vendors.set(prefix, VENDORS[uri]);
  return vendors;
}

/** The extension attributes and elements of one element, by vendor and local name. */
export interface Extension {
  /** Returns the first attribute of `names` that is set. A name is `vendor:local`. */
  attribute(...names: string[]): string | undefined;
  elements(name: string): Element[];
  /** All extensions as `vendor:local`. Attributes have a leading `@`. */
  all: string[];
}

export function extensionOf(element: Element, prefixes: Map<string, Vendor>): Extension {
  const attributes = new Map<string, string>();
  for (const [key, value] of Object.entries(element.$attrs ?? {})) {
    const [prefix, local] = key.split(':');
    const vendor = local === undefined ? undefined : prefixes.get(prefix!);
    if (vendor) attributes.set(`${vendor}:${local}`, String(value));
  }
  const children = new Map<string, Element[]>();
  for (const child of element.extensionElements?.values ?? []) {
    const vendor = VENDORS[child.$descriptor?.ns?.uri ?? ''];
    if (!vendor) continue;
    const name = `${vendor}:${child.$descriptor?.ns?.localName}`;
    children.set(name, [...(children.get(name) ?? []), child]);
  }
  return {
    attribute: (...names) => {
      for (const name of names) {
        const value = attributes.get(name)?.trim();
        if (value) return value;
      }
      return undefined;
    },
    elements: (name) => children.get(name) ?? [],
    all: [...[...attributes.keys()].map((name) => `@${name}`), ...children.keys()],
  };
}

/** Reads an attribute of a generic extension element. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  const value = element?.[name] ?? element?.$attrs?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
