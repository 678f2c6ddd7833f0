import { EVENTS, type EventEntry } from '../../src/shared/element/table/events.ts';
import { type DescribedElement, ELEMENTS_DESCRIBED } from './described.ts';

const events: readonly (readonly [string, EventEntry])[] = Object.entries(EVENTS);

/** Returns types of elements and events for pages with any framework. */
export function elementDeclarations(version: string): string {
  return `/// <reference path="./verva-loader.d.ts" />
// Types of Verva's elements, version ${version}.

/** \`detail\` of each event. */
export interface VervaEventDetails {
${events.map(([name, { detail, description }]) => `${comment(description, 2)}  '${name}': ${detail};`).join('\n')}
}

export type VervaEvent<Name extends keyof VervaEventDetails = keyof VervaEventDetails> = CustomEvent<VervaEventDetails[Name]>;

${ELEMENTS_DESCRIBED.map(elementTypes).join('\n\n')}

/** By tag: the element in a document, its attributes in markup, and the names of its events. */
export interface VervaElements {
${ELEMENTS_DESCRIBED.map(
  ({ tag, className }) =>
    `  '${tag}': { element: ${className}Element; attributes: ${className}Attributes; events: ${className}Events };`,
).join('\n')}
}

type VervaEventMap = { [Name in keyof VervaEventDetails]: VervaEvent<Name> };

declare global {
  interface HTMLElementTagNameMap {
${ELEMENTS_DESCRIBED.map(({ tag, className }) => `    '${tag}': ${className}Element;`).join('\n')}
  }
  // Applies to elements, documents and windows.
  interface GlobalEventHandlersEventMap extends VervaEventMap {}
  interface ShadowRootEventMap extends VervaEventMap {}
}
`;
}

function elementTypes({ tag, className, description, isDeprecated, attributes, events }: DescribedElement): string {
  const tags = isDeprecated ? '@deprecated ' : '';
  return `${comment(`${tags}\`<${tag}>\`: ${description}`, 0)}export interface ${className}Element extends HTMLElement {
${attributes.map(({ property, type, description }) => `${comment(description, 2)}  ${property}?: ${type} | undefined;`).join('\n')}
}
export interface ${className}Attributes {
${attributes.map(({ name, type, description }) => `${comment(description, 2)}  '${name}'?: ${type} | undefined;`).join('\n')}
}
export type ${className}Events =
${events.map(({ name }) => `  | '${name}'`).join('\n')};`;
}

/** Module names of the loader: its address, or its name in an import map when pinned. */
const LOADER_NAMES = ['https://*/loader.js', 'http://*/loader.js', 'verva'];

/** Returns declarations of the loader's exports. */
export function loaderDeclarations(text: string): string {
  // The file must have no import: it declares modules and must not become one.
  const inside = text.replace(/^(?=.)/gm, '  ');
  return `${LOADER_NAMES.map((name) => `declare module '${name}' {\n${inside}\n}`).join('\n\n')}\n`;
}

const HEAD = `import type { VervaElements, VervaEvent } from './verva-elements.js';
`;

/**
 * Returns declarations for JSX such as \`<verva-inbox task-id={id} …>\`; \`prefix\` precedes names of events in that
 * library.
 */
function jsx(imports: string, base: string, prefix: string, place: (body: string) => string): string {
  return `${imports}${HEAD}
type Tags = {
  [Tag in keyof VervaElements]: ${base} &
    VervaElements[Tag]['attributes'] & {
      [Name in VervaElements[Tag]['events'] as \`${prefix}\${Name}\`]?: ((event: VervaEvent<Name>) => void) | undefined;
    };
};

${place('extends Tags {}')}
`;
}

const jsxNamespace = (module: string) => (body: string) =>
  `declare module '${module}' {\n  namespace JSX {\n    interface IntrinsicElements ${body}\n  }\n}`;

/** Returns declarations by file name that make the elements known to each framework's markup. */
export function frameworkDeclarations(): Readonly<Record<string, string>> {
  const element = `VervaElements[Tag]['element']`;
  return {
    'verva-react.d.ts': jsx(
      `import type { DetailedHTMLProps, HTMLAttributes } from 'react';\n`,
      `DetailedHTMLProps<HTMLAttributes<${element}>, ${element}>`,
      'on',
      jsxNamespace('react'),
    ),
    'verva-preact.d.ts': jsx(
      `import type { HTMLAttributes } from 'preact';\n`,
      `HTMLAttributes<${element}>`,
      'on',
      jsxNamespace('preact'),
    ),
    'verva-solid.d.ts': jsx(
      `import type { JSX } from 'solid-js';\n`,
      `JSX.HTMLAttributes<${element}>`,
      'on:',
      jsxNamespace('solid-js'),
    ),
    'verva-svelte.d.ts': jsx(
      `import type { HTMLAttributes } from 'svelte/elements';\n`,
      `HTMLAttributes<${element}>`,
      'on',
      (body) => `declare module 'svelte/elements' {\n  interface SvelteHTMLElements ${body}\n}`,
    ),
    'verva-vue.d.ts': `import type { HTMLAttributes } from 'vue';
${HEAD}
type Pascal<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\` ? \`\${Capitalize<First>}\${Pascal<Rest>}\` : Capitalize<Name>;

type Components = {
  [Tag in keyof VervaElements]: new () => {
    $props: HTMLAttributes &
      Partial<Omit<VervaElements[Tag]['element'], keyof HTMLElement>> & {
        [Name in VervaElements[Tag]['events'] as \`on\${Pascal<Name>}\`]?: (event: VervaEvent<Name>) => void;
      };
  };
};

declare module 'vue' {
  interface GlobalComponents extends Components {}
}
`,
  };
}

function comment(text: string, indent: number): string {
  return `${' '.repeat(indent)}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
