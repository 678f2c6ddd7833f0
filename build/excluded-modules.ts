import { parseSync } from 'vite';

type Values = Readonly<Record<string, string>>;

/** Unused parts of a CommonJS file of React; the minifier then removes what only they use. Values are expressions. */
export interface ExcludedModules {
  /** `exports.x = …` */
  readonly exports: readonly string[];
  /** Values that `tag` never has: comparisons with them are resolved, and their `case` clauses removed. */
  readonly kinds?: readonly number[];
  /** Variables with a constant value. */
  readonly variables?: Values;
  /** Members `.x` of any object with a constant value. */
  readonly members?: Values;
  /** Source text of expressions with a constant value. */
  readonly expressions?: Values;
  /** Functions whose calls return a constant value. */
  readonly calls?: Values;
  /** Replacements for bodies of functions. */
  readonly bodies?: Values;
  /** Assignments to remove, by their beginning. */
  readonly statements?: RegExp;
  /** Properties of object literals to remove. */
  readonly properties?: readonly string[];
  /** Elements `['x', …]` of arrays to remove. */
  readonly pairs?: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Case extends Node {
  readonly test: Node | null;
  readonly consequent: readonly Node[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the code without these parts. Throws when one is missing, because then the library's version differs. */
export function removeExcluded(code: string, fileName: string, leftOut: ExcludedModules): string {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
  const cut = new Cut(code, leftOut);
  cut.walk(program as unknown as Node, 0);
  const missing = cut.missing();
  if (missing.length > 0) throw new Error(`${fileName} has an unexpected shape: there is no ${missing.join(', ')}.`);
  return applied(code, cut.edits);
}

class Cut {
  readonly edits: Edit[] = [];
  private readonly code: string;
  private readonly leftOut: ExcludedModules;
  private readonly kinds: ReadonlySet<unknown>;
  private readonly seen = new Set<string>();

  constructor(code: string, leftOut: ExcludedModules) {
    this.code = code;
    this.leftOut = leftOut;
    this.kinds = new Set(leftOut.kinds);
  }

  missing(): string[] {
    const { exports, variables, members, expressions, calls, bodies, properties = [], pairs = [] } = this.leftOut;
    const tables = [variables, members, expressions, calls, bodies].flatMap((table) => Object.keys(table ?? {}));
    return [...exports, ...properties, ...pairs, ...tables].filter((name) => !this.seen.has(name));
  }

  /** `body` is the start of the enclosing function, where the variables of removed code are declared. */
  walk(node: Node, body: number): void {
    const inner = isFunction(node) ? (node.body as Node).start + 1 : body;
    for (const [key, child] of children(node)) {
      if (!this.edit(child, node, key, inner)) this.walk(child, inner);
    }
  }

  /** Edits a node; returns whether it needs no further visit. */
  private edit(node: Node, parent: Node, key: string, body: number): boolean {
    const value = this.valueOf(node, parent, key);
    if (value !== undefined) return this.replace(node, `(${value})`);
    switch (node.type) {
      case 'FunctionDeclaration': {
        const text = this.known(this.leftOut.bodies, (node.id as Node).name);
        return text !== undefined && this.replace(node.body as Node, `{${text}}`);
      }
      case 'SwitchStatement':
        if (isKind(node.discriminant as Node)) this.dropCases(node.cases as Case[], body);
        return false;
      case 'Property':
        return this.dropFrom(this.leftOut.properties, (node.key as Node).name, node);
      case 'ArrayExpression':
        return this.dropFrom(this.leftOut.pairs, (node.elements as Node[])[0]?.value, node);
      case 'AssignmentExpression':
        return this.dropAssignment(node, body);
      default:
        return false;
    }
  }

  private valueOf(node: Node, parent: Node, key: string): string | undefined {
    const { variables, members, expressions, calls } = this.leftOut;
    switch (node.type) {
      case 'BinaryExpression': {
        const isEqual = node.operator === '===';
        const isDecided = this.kinds.has((node.left as Node).value) && isKind(node.right as Node);
        if (isDecided && (isEqual || node.operator === '!==')) return isEqual ? '!1' : '!0';
        return this.known(expressions, this.text(node));
      }
      case 'CallExpression':
        return this.known(calls, (node.callee as Node).name);
      case 'MemberExpression':
        return node.computed ? undefined : this.known(members, (node.property as Node).name);
      case 'Identifier':
        return isReference(parent, key) ? this.known(variables, node.name) : undefined;
      default:
        return undefined;
    }
  }

  private dropFrom(list: readonly string[] | undefined, name: unknown, { start, end }: Node): boolean {
    if (typeof name !== 'string' || !list?.includes(name)) return false;
    this.seen.add(name);
    return this.replace({ start, end: end + (this.code[end] === ',' ? 1 : 0) }, '');
  }

  private dropAssignment(node: Node, body: number): boolean {
    const left = node.left as Node;
    const name = /^exports\.(\w+)$/.exec(this.text(left))?.[1];
    if (name && this.leftOut.exports.includes(name)) {
      this.seen.add(name);
      return this.replace(node, '0');
    }
    if (this.leftOut.statements?.test(this.text(node))) return this.replace(node, '0');
    if (this.valueOf(left, node, 'left') === undefined) return false;
    // The assigned expression may have side effects, so it stays.
    this.replace({ start: node.start, end: (node.right as Node).start }, '');
    if (!this.edit(node.right as Node, node, 'right', body)) this.walk(node.right as Node, body);
    return true;
  }

  private dropCases(cases: readonly Case[], body: number): void {
    cases.forEach((one, index) => {
      if (!this.kinds.has(one.test?.value)) return;
      const names = one.consequent.flatMap(declaredIn);
      if (names.length > 0) this.replace({ start: body, end: body }, `var ${names.join()};`);
      const end = this.isReached(cases, index) ? (one.consequent[0]?.start ?? one.end) : one.end;
      this.replace({ start: one.start, end }, '');
    });
  }

  /** Whether the previous case falls through into this one. */
  private isReached(cases: readonly Case[], index: number): boolean {
    const above = cases[index - 1];
    if (!above) return false;
    if (above.consequent.length > 0) return !leaves(above.consequent.at(-1));
    return !this.kinds.has(above.test?.value) || this.isReached(cases, index - 1);
  }

  private known(values: Values | undefined, name: unknown): string | undefined {
    if (!values || !Object.hasOwn(values, String(name))) return undefined;
    this.seen.add(String(name));
    return values[String(name)];
  }

  private text({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.code.slice(start, end);
  }

  private replace({ start, end }: { readonly start: number; readonly end: number }, text: string): true {
    this.edits.push({ start, end, text });
    return true;
  }
}

function isKind(node: Node): boolean {
  return /^(?:tag|grandTag)$/.test(String(node.type === 'MemberExpression' ? (node.property as Node).name : node.name));
}

function isReference(parent: Node, key: string): boolean {
  const isName =
    (parent.type === 'VariableDeclarator' && key === 'id') ||
    (parent.type === 'MemberExpression' && key === 'property') ||
    (parent.type === 'Property' && key === 'key');
  return !isName && key !== 'params';
}

function isFunction(node: Node): boolean {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';
}

function leaves(node: Node | undefined): boolean {
  if (node?.type === 'BlockStatement') return leaves((node.body as Node[]).at(-1));
  return ['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(node?.type ?? '');
}

function declaredIn(node: Node): string[] {
  if (isFunction(node)) return [];
  const own = node.type === 'VariableDeclarator' ? [String((node.id as Node).name)] : [];
  return [...own, ...children(node).flatMap(([, child]) => declaredIn(child))];
}

function children(node: Node): [string, Node][] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((child) => typeof child?.type === 'string')
      .map((child): [string, Node] => [key, child]),
  );
}

/** Applies edits; an outer edit wins over those inside it. */
function applied(code: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  const isInsertion = ({ start, end }: Edit) => Number(start === end);
  const order = (a: Edit, b: Edit) => a.start - b.start || isInsertion(b) - isInsertion(a) || b.end - a.end;
  for (const one of edits.toSorted(order)) {
    if (one.start < at) continue;
    result += code.slice(at, one.start) + one.text;
    at = one.end;
  }
  return result + code.slice(at);
}
