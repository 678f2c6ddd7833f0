import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript-6';

const root = join(import.meta.dirname, '../..');

/** Words that docs/conventions.md replaces, in comments and test titles of the whole repository. */
const REFUSED =
  /\b(?:somebody|nobody|everybody|anybody|whoever|told|tells?|stands?|stood|besides|lent|doors?|anew)\b/gi;
/** The same and other private words as parts of names. `held` and `standIn` are fields of the API. */
const REFUSED_NAMES =
  /^(?:somebody|nobody|nobodys|everybody|anybody|whoever|told|tells?|said|stands|standing|stood|besides|lent|doors?|deeds?|knock|whoops|ahead|office|ways|whose|asker|news|anew|patience|intentions?|wish|duty)$/;
/** Fields of the API and of the database, and names of the platform. */
const FIXED_NAMES = new Set(['standsFor']);

const FOLDERS = ['src', 'test', 'scripts', 'build', 'demo'];

const filesIn = (folders: readonly string[], words: RegExp) =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    // This file has the words themselves; released migrations and fixtures are not edited.
    .filter((file) => !/^test\/(docs\/.*vocabulary\.test\.ts|fixtures\/)/.test(file))
    // Parsing takes most of the time.
    .filter((file) =>
      new RegExp(words.source.replaceAll(/[\^$]|\\b/g, ''), 'i').test(readFileSync(join(root, file), 'utf8')),
    );

const parsed = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** The refused words of a text without quoted code, with their place. */
const refusedIn = (source: ts.SourceFile, position: number, text: string) =>
  (text.replaceAll(/`[^`\n]*`/g, '').match(REFUSED) ?? []).map((word) => `${placeOf(source, position)}: ${word}`);

const placeOf = (source: ts.SourceFile, position: number) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(position).line + 1}`;

function commentsOf(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  walk(source, (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ]) {
      found.set(range.pos, range);
    }
  });
  return [...found.values()];
}

/** Names that a file declares: variables, parameters, functions, types, members. */
function declaredNames(source: ts.SourceFile): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  walk(source, (node) => {
    if (!ts.isIdentifier(node) || !('name' in node.parent) || node.parent.name !== node) return;
    if (!ts.isPropertyAccessExpression(node.parent) && !ts.isPropertyAssignment(node.parent)) found.push(node);
  });
  return found;
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

test('comments are written in the terms of the field', () => {
  const found = filesIn(FOLDERS, REFUSED).flatMap((file) => {
    const source = parsed(file);
    return commentsOf(source).flatMap(({ pos, end }) => refusedIn(source, pos, source.text.slice(pos, end)));
  });
  assert.deepEqual(found, []);
});

test('test titles are written in the terms of the field', () => {
  const found = filesIn(['src', 'test'], REFUSED).flatMap((file) => {
    if (!file.includes('.test.')) return [];
    const source = parsed(file);
    const titles: string[] = [];
    walk(source, (node) => {
      if (!ts.isCallExpression(node) || !/^(?:test|describe|forEachDatabase)/.test(node.expression.getText())) return;
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(...refusedIn(source, title.pos, title.getText().slice(1, -1)));
    });
    return titles;
  });
  assert.deepEqual(found, []);
});

test('names are the terms of the field', () => {
  const found = filesIn(FOLDERS, REFUSED_NAMES).flatMap((file) => {
    const source = parsed(file);
    return declaredNames(source)
      .filter(({ text }) => !FIXED_NAMES.has(text) && wordsOf(text).some((word) => REFUSED_NAMES.test(word)))
      .map((name) => `${placeOf(source, name.pos)}: ${name.text}`);
  });
  assert.deepEqual([...new Set(found)], []);
});
