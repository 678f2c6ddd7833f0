import { type DescribedElement, ELEMENTS_DESCRIBED } from './described.ts';
import { describedLook } from './described-tokens.ts';
import type { LoaderFunction } from './loader-types.ts';

const MODULE = 'loader.js';
const BASE = { name: 'VervaElement', module: MODULE };

/** Describes the elements as a Custom Elements Manifest, schema 2.1. */
export function customElementsManifest(functions: readonly LoaderFunction[]): object {
  const base = {
    kind: 'class',
    customElement: true,
    name: BASE.name,
    description: 'What all elements have in common.',
    superclass: { name: 'HTMLElement', package: 'global:' },
    cssProperties: describedLook().map(({ name, standard, description }) => ({ name, default: standard, description })),
  };
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: MODULE,
        description: 'The one script of a page. It fetches the code of an element when the first of its kind appears.',
        declarations: [
          base,
          ...ELEMENTS_DESCRIBED.map(declaration),
          ...functions.map(({ name, description, parameters, returns }) => ({
            kind: 'function',
            name,
            description,
            parameters: parameters.map((one) => ({ name: one.name, type: { text: one.type } })),
            return: { type: { text: returns } },
          })),
        ],
        exports: [
          ...ELEMENTS_DESCRIBED.map(({ tag, className }) => ({
            kind: 'custom-element-definition',
            name: tag,
            declaration: { name: className, module: MODULE },
          })),
          ...functions.map(({ name }) => ({ kind: 'js', name, declaration: { name, module: MODULE } })),
        ],
      },
    ],
  };
}

function declaration({
  tag,
  className,
  description,
  isDeprecated,
  attributes,
  events,
  parts,
}: DescribedElement): object {
  return {
    kind: 'class',
    customElement: true,
    tagName: tag,
    name: className,
    description,
    ...(isDeprecated ? { deprecated: true } : {}),
    superclass: BASE,
    attributes: attributes.map(({ name, property, type, standard, description, isCommon }) => ({
      name,
      fieldName: property,
      type: { text: type },
      ...(standard === undefined ? {} : { default: standard }),
      description,
      ...(isCommon ? { inheritedFrom: BASE } : {}),
    })),
    members: attributes.map(({ name, property, type, description, isCommon }) => ({
      kind: 'field',
      name: property,
      attribute: name,
      type: { text: `${type} | undefined` },
      description,
      ...(isCommon ? { inheritedFrom: BASE } : {}),
    })),
    events: events.map(({ name, detail, description, isCommon }) => ({
      name,
      type: { text: `CustomEvent<${detail}>` },
      description,
      ...(isCommon ? { inheritedFrom: BASE } : {}),
    })),
    cssParts: parts,
  };
}
