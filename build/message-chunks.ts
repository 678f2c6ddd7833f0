import { type ESTree, type Plugin, parseSync } from 'vite';

const MESSAGES = /\.messages\.ts(?:\?language=([a-z]+))?$/;

/**
 * Splits each `x.messages.ts` by language, so that an element loads the words of one language only: the file itself
 * becomes a list of lazy imports, and `x.messages.ts?language=et` holds the Estonian object.
 */
export function messageChunks(): Plugin {
  return {
    name: 'verva:message-chunks',
    enforce: 'pre',
    transform: {
      filter: { id: MESSAGES },
      handler(code, id) {
        const language = MESSAGES.exec(id)?.[1];
        return { code: language ? oneLanguage(code, id, language) : lazyLanguages(code, id), map: null };
      },
    },
  };
}

/** `defineMessages({ en: { … }, et: { … } })` with each language replaced by a lazy import. */
export function lazyLanguages(code: string, id: string): string {
  const own = `./${id.slice(id.lastIndexOf('/') + 1)}`;
  let result = code;
  for (const { name, value } of languages(code, id).reverse()) {
    const lazy = `() => import(${JSON.stringify(`${own}?language=${name}`)}).then((module) => module.default)`;
    result = result.slice(0, value.start) + lazy + result.slice(value.end);
  }
  return result;
}

/** A module that exports the object of one language. */
export function oneLanguage(code: string, id: string, language: string): string {
  const found = languages(code, id.replace(/\?.*/, '')).find(({ name }) => name === language);
  if (!found) throw new Error(`${id}: there is no language ${language}.`);
  return `export default ${code.slice(found.value.start, found.value.end)};\n`;
}

function languages(code: string, fileName: string): { name: string; value: ESTree.Expression }[] {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    const init = statement.declaration.declarations[0]?.init;
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue;
    const texts = init.arguments[0];
    if (init.callee.name !== 'defineMessages' || texts?.type !== 'ObjectExpression') continue;
    return texts.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error(`${fileName}: name the languages.`);
      return { name: property.key.name, value: property.value as ESTree.Expression };
    });
  }
  throw new Error(`${fileName}: there must be one export const x = defineMessages({ … }).`);
}
