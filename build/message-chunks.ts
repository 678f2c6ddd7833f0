import { type ESTree, type Plugin, parseSync } from 'vite';
import { catalogueName } from '../src/shared/locale/catalogue-name.ts';
import { compiled } from '../src/shared/locale/compiled.ts';

const MESSAGES = /\.messages\.ts(?:\?language=([a-z]+))?$/;

/**
 * Splits each `x.messages.ts` by language, so that an element loads the texts of one language only: the file becomes a
 * list of lazy imports, and `x.messages.ts?language=et` contains the Estonian object. Messages with arguments are
 * parsed here, so that browsers need no parser.
 */
export function messageChunks(): Plugin {
  return {
    name: 'verva:message-chunks',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    transform: {
      filter: { id: MESSAGES },
      handler(code, id) {
        const language = MESSAGES.exec(id)?.[1];
        return { code: language ? oneLanguage(code, id, language) : lazyLanguages(code, id), map: null };
      },
    },
  };
}

/**
 * Replaces each language in `defineMessages({ en: { … }, et: { … } }, 'inbox.')` by a lazy import, and adds the
 * catalogue's name.
 */
export function lazyLanguages(code: string, id: string): string {
  const own = `./${id.slice(id.lastIndexOf('/') + 1)}`;
  const found = languages(code, id);
  const end = code.indexOf(')', found.at(-1)?.value.end);
  const name = JSON.stringify(`${catalogueName(id)}.`);
  // The object may end in a trailing comma.
  let result = `${code.slice(0, end).trimEnd().replace(/,$/, '')}, ${name}${code.slice(end)}`;
  for (const { name, value } of found.reverse()) {
    const lazy = `() => import(${JSON.stringify(`${own}?language=${name}`)}).then((module) => module.default)`;
    result = result.slice(0, value.start) + lazy + result.slice(value.end);
  }
  return result;
}

/** Returns a module with the texts of one language; texts with arguments are already parsed. */
export function oneLanguage(code: string, id: string, language: string): string {
  const fileName = id.replace(/\?.*/, '');
  const found = languages(code, fileName).find(({ name }) => name === language);
  if (found?.value.type !== 'ObjectExpression') throw new Error(`${fileName}: there is no language ${language}.`);
  const texts = found.value.properties.map((property) => {
    if (property.type !== 'Property') throw new Error(`${fileName}: write the texts in place.`);
    const key = nameOf(property.key, fileName);
    return [
      key,
      compiledText(textOf(property.value as ESTree.Expression, `${fileName}: ${key}`), `${fileName}: ${key}`),
    ];
  });
  return `export default ${JSON.stringify(Object.fromEntries(texts))};\n`;
}

function compiledText(text: string, where: string): unknown {
  try {
    return compiled(text);
  } catch (error) {
    throw new Error(`${where} is not a valid message: ${(error as Error).message}`);
  }
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
      if (property.type !== 'Property') throw new Error(`${fileName}: name the languages.`);
      return { name: nameOf(property.key, fileName), value: property.value as ESTree.Expression };
    });
  }
  throw new Error(`${fileName}: there must be one export const x = defineMessages({ … }).`);
}

function nameOf(key: ESTree.PropertyKey, where: string): string {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  throw new Error(`${where}: a key must be written in place.`);
}

function textOf(value: ESTree.Expression, where: string): string {
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value.type === 'TemplateLiteral' && value.expressions.length === 0) return value.quasis[0]?.value.cooked ?? '';
  if (value.type === 'BinaryExpression' && value.operator === '+')
    return textOf(value.left as ESTree.Expression, where) + textOf(value.right, where);
  throw new Error(`${where} must be plain text.`);
}
