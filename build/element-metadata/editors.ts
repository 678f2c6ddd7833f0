import { ELEMENTS_DESCRIBED } from './described.ts';
import { describedLook } from './described-tokens.ts';

/** Returns web-types for JetBrains editors. */
export function webTypes(version: string): object {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'verva',
    version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: ELEMENTS_DESCRIBED.map(({ tag, description, isDeprecated, attributes, events, parts }) => ({
          name: tag,
          description,
          ...(isDeprecated ? { deprecated: true } : {}),
          attributes: attributes.map(({ name, type, standard, description }) => ({
            name,
            description,
            ...(standard === undefined ? {} : { default: standard }),
            value: type === 'boolean' ? { kind: 'no-value', type } : { kind: 'plain', type },
          })),
          js: {
            properties: attributes.map(({ property, type, description }) => ({ name: property, type, description })),
            events: events.map(({ name, detail, description }) => ({
              name,
              type: `CustomEvent<${detail}>`,
              description,
            })),
          },
          css: { parts },
        })),
      },
      css: { properties: describedLook().map(({ name, description }) => ({ name, description })) },
    },
  };
}

/** Returns the elements for VS Code (`html.customData`). */
export function vscodeElements(): object {
  return {
    version: 1.1,
    tags: ELEMENTS_DESCRIBED.map(({ tag, description, attributes }) => ({
      name: tag,
      description: { kind: 'markdown', value: description },
      attributes: attributes.map(({ name, type, values, description }) => ({
        name,
        description: { kind: 'markdown', value: description },
        // In VS Code, `v` means that the presence of an attribute is its value.
        ...(type === 'boolean' ? { valueSet: 'v' } : {}),
        ...(values.length === 0 ? {} : { values: values.map((value) => ({ name: value })) }),
      })),
    })),
  };
}

/** Returns the custom properties for VS Code (`css.customData`). */
export function vscodeLook(): object {
  return {
    version: 1.1,
    properties: describedLook().map(({ name, description, standard }) => ({
      name,
      description: { kind: 'markdown', value: `${description} Without it \`${standard}\`.` },
    })),
  };
}
