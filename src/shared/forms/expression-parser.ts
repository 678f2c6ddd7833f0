import { type Decimal, decimalFromText } from './decimal.ts';

/** Text and nesting limits; with them, and without loops, an expression costs at most its own size times the rows it reads. */
const EXPRESSION_MAX_LENGTH = 2000;
const EXPRESSION_MAX_DEPTH = 64;

export type BinaryOperator = '+' | '-' | '*' | '/' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

export type Expression =
  | { readonly type: 'number'; readonly value: Decimal }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'constant'; readonly value: boolean | null }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'member'; readonly of: Expression; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'negate'; readonly of: Expression }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: 'between'; readonly of: Expression; readonly from: Expression; readonly to: Expression }
  | { readonly type: 'in'; readonly of: Expression; readonly list: Expression }
  | { readonly type: 'if'; readonly when: Expression; readonly then: Expression; readonly otherwise: Expression }
  | { readonly type: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

/** The closed set of functions, with how many arguments each takes; `Infinity` for any number. */
const FUNCTIONS = {
  sum: [1, Infinity],
  count: [1, 1],
  min: [1, Infinity],
  max: [1, Infinity],
  mean: [1, Infinity],
  abs: [1, 1],
  floor: [1, 1],
  ceiling: [1, 1],
  'round half up': [2, 2],
  modulo: [2, 2],
  not: [1, 1],
  contains: [2, 2],
  'starts with': [2, 2],
  'ends with': [2, 2],
  'upper case': [1, 1],
  'lower case': [1, 1],
  'string length': [1, 1],
  substring: [2, 3],
  string: [1, 1],
  number: [1, 1],
  date: [1, 1],
  duration: [1, 1],
  today: [0, 0],
} as const satisfies Record<string, readonly [number, number]>;
export type FunctionName = keyof typeof FUNCTIONS;

/** Words that cannot be a field's key, because expressions read them otherwise. */
export const RESERVED_WORDS = ['true', 'false', 'null', 'if', 'then', 'else', 'and', 'or', 'in', 'between', 'row'];

export class ExpressionError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\\n]|\\["\\nt])*)"|([A-Za-z_][A-Za-z0-9_]*)|(!=|<=|>=|[-+*/=<>().,[\]]))/y;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new ExpressionError('cannot be read', start);
    const at = TOKEN.lastIndex - match[0].trimStart().length;
    if (match[1] !== undefined) tokens.push({ kind: 'number', text: match[1], at });
    else if (match[2] !== undefined) {
      tokens.push({ kind: 'text', text: match[2].replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign), at });
    } else if (match[3] !== undefined) tokens.push({ kind: 'word', text: match[3], at });
    else tokens.push({ kind: 'sign', text: match[4] ?? '', at });
  }
  tokens.push({ kind: 'end', text: '', at: end });
  return tokens;
}

class Parser {
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;

  constructor(text: string) {
    this.tokens = tokenise(text);
  }

  whole(): Expression {
    const result = this.expression();
    if (this.token.kind !== 'end') this.fail(`"${this.token.text}" is not expected here`);
    return result;
  }

  private get token(): Token {
    return this.tokens[this.index] as Token;
  }

  private fail(message: string): never {
    throw new ExpressionError(message, this.token.at);
  }

  private is(text: string): boolean {
    return (this.token.kind === 'sign' || this.token.kind === 'word') && this.token.text === text;
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.index += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}" is expected`);
  }

  private nested<T>(parse: () => T): T {
    this.depth += 1;
    if (this.depth > EXPRESSION_MAX_DEPTH) this.fail('is nested too deeply');
    const result = parse();
    this.depth -= 1;
    return result;
  }

  private expression(): Expression {
    return this.nested(() => {
      if (!this.take('if')) return this.disjunction();
      const when = this.expression();
      this.expect('then');
      const then = this.expression();
      this.expect('else');
      return { type: 'if', when, then, otherwise: this.expression() };
    });
  }

  /** Left-associative chains are built flat, so that depth counts nesting and not length. */
  private chain(operators: readonly BinaryOperator[], part: () => Expression): Expression {
    let left = part();
    let length = 0;
    for (;;) {
      const operator = operators.find((candidate) => this.is(candidate));
      if (!operator) return left;
      length += 1;
      if (length > 500) this.fail('is too long');
      this.index += 1;
      left = { type: 'binary', operator, left, right: part() };
    }
  }

  private disjunction(): Expression {
    return this.chain(['or'], () => this.chain(['and'], () => this.comparison()));
  }

  private comparison(): Expression {
    const left = this.sum();
    if (this.take('between')) {
      const from = this.sum();
      this.expect('and');
      return { type: 'between', of: left, from, to: this.sum() };
    }
    if (this.take('in')) return { type: 'in', of: left, list: this.sum() };
    const operator = (['=', '!=', '<=', '>=', '<', '>'] as const).find((candidate) => this.is(candidate));
    if (!operator) return left;
    this.index += 1;
    return { type: 'binary', operator, left, right: this.sum() };
  }

  private sum(): Expression {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.unary()));
  }

  private unary(): Expression {
    if (this.take('-')) return this.nested(() => ({ type: 'negate', of: this.unary() }));
    return this.postfix();
  }

  private postfix(): Expression {
    let result = this.primary();
    while (this.take('.')) {
      const name = this.token;
      if (name.kind !== 'word') this.fail('a name is expected after the dot');
      this.index += 1;
      result = { type: 'member', of: result, name: name.text };
    }
    return result;
  }

  private list(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.take(end)) return items;
    do items.push(this.expression());
    while (this.take(','));
    this.expect(end);
    return items;
  }

  private primary(): Expression {
    const token = this.token;
    if (token.kind === 'number') {
      this.index += 1;
      const value = decimalFromText(token.text);
      if (!value) this.fail('is not a number');
      return { type: 'number', value };
    }
    if (token.kind === 'text') {
      this.index += 1;
      return { type: 'text', value: token.text };
    }
    if (this.take('[')) return { type: 'list', items: this.list(']') };
    if (this.take('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (token.kind === 'word') return this.word();
    return this.fail(token.kind === 'end' ? 'ends too early' : `"${token.text}" is not expected here`);
  }

  private word(): Expression {
    const token = this.token;
    if (this.take('true')) return { type: 'constant', value: true };
    if (this.take('false')) return { type: 'constant', value: false };
    if (this.take('null')) return { type: 'constant', value: null };
    const call = this.functionName();
    if (call) {
      const args = this.list(')');
      const [least, most] = FUNCTIONS[call];
      if (args.length < least || args.length > most) {
        throw new ExpressionError(`${call} takes another number of arguments`, token.at);
      }
      return { type: 'call', name: call, args };
    }
    if (RESERVED_WORDS.includes(token.text) && token.text !== 'row') this.fail(`"${token.text}" is not expected here`);
    this.index += 1;
    if (this.is('(')) throw new ExpressionError(`there is no function ${token.text}`, token.at);
    return { type: 'name', name: token.text };
  }

  /** Function names may have several words: `starts with(`. Moves past the bracket when there is one. */
  private functionName(): FunctionName | null {
    let words = '';
    for (let ahead = 0; ahead < 3; ahead += 1) {
      const token = this.tokens[this.index + ahead];
      if (token?.kind !== 'word') return null;
      words = words === '' ? token.text : `${words} ${token.text}`;
      const next = this.tokens[this.index + ahead + 1];
      if (next?.kind === 'sign' && next.text === '(' && Object.hasOwn(FUNCTIONS, words)) {
        this.index += ahead + 2;
        return words as FunctionName;
      }
    }
    return null;
  }
}

/** Parses the FEEL subset of docs/forms.md. Throws ExpressionError with the position of the fault. */
export function parseExpression(text: string): Expression {
  if (text.length > EXPRESSION_MAX_LENGTH) throw new ExpressionError('is too long', EXPRESSION_MAX_LENGTH);
  return new Parser(text).whole();
}

/** What `namesIn` adds to a name that is only counted: `count(lines)` reads how many rows there are, not what is in them. */
export const COUNTED = '#';

/** Every name an expression reads, as `['lines', 'qty']`; of chains only the part that names are made of. */
export function namesIn(expression: Expression): readonly (readonly string[])[] {
  const found: string[][] = [];
  const path = (node: Expression): string[] | null => {
    if (node.type === 'name') return [node.name];
    if (node.type !== 'member') return null;
    const start = path(node.of);
    return start ? [...start, node.name] : null;
  };
  const visit = (node: Expression): void => {
    const names = path(node);
    if (names) {
      found.push(names);
      return;
    }
    switch (node.type) {
      case 'member':
      case 'negate':
        visit(node.of);
        break;
      case 'list':
        node.items.forEach(visit);
        break;
      case 'binary':
        visit(node.left);
        visit(node.right);
        break;
      case 'between':
        [node.of, node.from, node.to].forEach(visit);
        break;
      case 'in':
        [node.of, node.list].forEach(visit);
        break;
      case 'if':
        [node.when, node.then, node.otherwise].forEach(visit);
        break;
      case 'call': {
        const [first] = node.args;
        if (node.name === 'count' && first?.type === 'name') found.push([first.name, COUNTED]);
        else node.args.forEach(visit);
        break;
      }
    }
  };
  visit(expression);
  return found;
}
