import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ESTree, type ParseResult, parseSync } from 'vite';

export interface LoaderFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly returns: string;
}

export interface LoaderTypes {
  readonly functions: readonly LoaderFunction[];
  /** Text of a declaration file with the functions and every type that they name. */
  readonly text: string;
}

interface Source {
  readonly file: string;
  readonly code: string;
  readonly body: readonly ESTree.Statement[];
  readonly comments: ParseResult['comments'];
}

/** Reads the loader's exports and their types, including types of other files, from its source. */
export function loaderTypes(file: string): LoaderTypes {
  const source = read(file);
  const functions: LoaderFunction[] = [];
  const texts: string[] = [];
  const taken = new Set<string>();
  for (const statement of source.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue;
    const { declaration } = statement;
    if (declaration.type !== 'FunctionDeclaration' || !declaration.id || !declaration.returnType)
      throw new Error(`${file}: every export of the loader must be a function with a return type.`);
    const comment = commentBefore(source, statement.start);
    const returns = textOf(source, declaration.returnType.typeAnnotation);
    const parameters = declaration.params.map((parameter) => {
      if (parameter.type !== 'Identifier' || !parameter.typeAnnotation)
        throw new Error(`${file}: every parameter of ${declaration.id?.name} needs a name and a type.`);
      return { name: parameter.name, type: textOf(source, parameter.typeAnnotation.typeAnnotation) };
    });
    const signature = `(${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')}): ${returns}`;
    for (const { type } of [...parameters, { type: returns }]) texts.push(...typesIn(source, type, taken));
    texts.push(`${comment}export function ${declaration.id.name}${signature};`);
    functions.push({ name: declaration.id.name, description: plain(comment), parameters, returns });
  }
  return { functions, text: texts.join('\n\n') };
}

/** Returns declarations of our types that a text names, each once, including those that they name in turn. */
function typesIn(source: Source, text: string, taken: Set<string>): string[] {
  return [...text.matchAll(/\b[A-Z]\w*/g)].flatMap(([name]) => {
    if (taken.has(name)) return [];
    const found = declarationOf(source, name);
    if (!found) return [];
    taken.add(name);
    return [...typesIn(found.source, found.text, taken), found.comment + found.text];
  });
}

function declarationOf(source: Source, name: string): { source: Source; text: string; comment: string } | undefined {
  for (const statement of source.body) {
    if (statement.type === 'ImportDeclaration' || (statement.type === 'ExportNamedDeclaration' && statement.source)) {
      const isIt = statement.specifiers.some(
        (one) => (one.type === 'ImportSpecifier' || one.type === 'ExportSpecifier') && nameOf(one.local) === name,
      );
      const from = statement.source?.value;
      if (isIt && from?.startsWith('.')) return declarationOf(read(resolve(dirname(source.file), from)), name);
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'TSInterfaceDeclaration' && declared?.type !== 'TSTypeAliasDeclaration') continue;
    if (declared.id.name === name)
      return { source, text: `export ${textOf(source, declared)}`, comment: commentBefore(source, statement.start) };
  }
  return undefined;
}

function read(file: string): Source {
  const code = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { file, code, body: program.body as ESTree.Statement[], comments };
}

const nameOf = (one: ESTree.ModuleExportName | ESTree.BindingIdentifier): string =>
  'name' in one ? one.name : one.value;
const textOf = ({ code }: Source, { start, end }: { start: number; end: number }): string => code.slice(start, end);

/** Returns the comment directly above a position, with its line break; empty without one. */
function commentBefore({ code, comments }: Source, start: number): string {
  const comment = comments.find(
    ({ type, end }) => type === 'Block' && code.slice(end, start).trim() === '' && end <= start,
  );
  return comment ? `${code.slice(comment.start, comment.end)}\n` : '';
}

/** Removes the asterisks from a comment. */
const plain = (comment: string): string =>
  comment
    .replace(/^\s*\/?\*+\/?|\*\/\s*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
