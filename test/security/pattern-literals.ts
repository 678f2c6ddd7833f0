import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript-6';

const SOURCES = new URL('../../src/', import.meta.url);
const FOLDERS = ['server', 'shared'];
const NOT_SHIPPED = /\.(test|browser\.test|support)\.tsx?$/;
/**
 * Unlimited repetitions, or with a limit of two digits or more. Without one, an expression reads each character a few
 * times.
 */
const REPEATS = /[*+]|\{\d*,\}|\{(?:\d*,)?\d{2,}\}/;

/**
 * Returns the regular expressions in server and shared code, and the `pattern` of schemas, each with its positions,
 * without those that repeat nothing.
 */
export function patternLiterals(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(new URL(`${folder}/`, SOURCES), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (!/\.tsx?$/.test(path) || NOT_SHIPPED.test(path)) continue;
      const file = ts.createSourceFile(
        path,
        readFileSync(new URL(path, SOURCES), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      );
      const keep = (literal: string, node: ts.Node) => {
        if (!REPEATS.test(literal)) return;
        const place = `src/${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        found.set(literal, [...(found.get(literal) ?? []), place]);
      };
      const visit = (node: ts.Node) => {
        if (ts.isRegularExpressionLiteral(node)) keep(node.text, node);
        else if (
          ts.isPropertyAssignment(node) &&
          node.name.getText() === 'pattern' &&
          ts.isStringLiteral(node.initializer)
        )
          keep(`/${node.initializer.text}/`, node);
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  }
  return found;
}

/** Parses the expression of a literal. */
export function expressionOf(literal: string): { readonly source: string; readonly flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}
