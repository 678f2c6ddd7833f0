import ts from 'typescript-6';

/** One change of a source file that its tests should notice. */
export interface Mutant {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};

/** Returns all mutants of a file: changed conditions, comparisons, arithmetic and literals, and removed statements. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const found: Mutant[] = [];
  const add = (node: ts.Node, to: string) => {
    const start = node.getStart(file);
    const from = text.slice(start, node.end);
    const { line } = file.getLineAndCharacterOfPosition(start);
    if (from !== to) found.push({ line: line + 1, start, end: node.end, from, to });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    mutate(node, add, file);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function mutate(node: ts.Node, add: (node: ts.Node, to: string) => void, file: ts.SourceFile): void {
  if (ts.isBinaryExpression(node)) {
    // String concatenation has no other operator.
    const isText = [node.left, node.right].some(
      (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
    );
    const others = isText ? [] : (OPERATORS[node.operatorToken.getText(file)] ?? []);
    for (const other of others) add(node.operatorToken, other);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node, `(${node.operand.getText(file)})`);
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    add(node.expression, 'false');
    if (ts.isIfStatement(node)) add(node.expression, 'true');
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, 'true');
    add(node.condition, 'false');
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
  else if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
  else if (ts.isStringLiteralLike(node) && !isName(node)) add(node, node.text === '' ? "'mutant'" : "''");
  else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node)) add(node, ';');
}

/** Names of properties are not values. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  return (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node;
}
