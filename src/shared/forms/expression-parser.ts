import { decimalFromText } from './decimal.ts';
import { FUNCTIONS, type FunctionName, temporal } from './expression-functions.ts';
import type { BinaryOperator } from './expression-operators.ts';
import { decimalValue, type FeelValue } from './values.ts';

/** Limits of length and nesting; expression.ts bounds the cost of evaluation. */
const EXPRESSION_MAX_LENGTH = 2000;
const EXPRESSION_MAX_DEPTH = 64;
const FUNCTION_MAX_WORDS = 4;

export type Expression =
  | { readonly type: 'value'; readonly value: FeelValue }
  /** `at` is the position of the name in the text. */
  | { readonly type: 'name'; readonly name: string; readonly at: number }
  | { readonly type: 'member'; readonly of: Expression; readonly name: string; readonly at: number }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | RangeExpression
  | { readonly type: 'negate'; readonly of: Expression }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly type: 'between'; readonly of: Expression; readonly from: Expression; readonly to: Expression }
  | { readonly type: 'in'; readonly of: Expression; readonly tests: Expression }
  | { readonly type: 'if'; readonly when: Expression; readonly then: Expression; readonly otherwise: Expression }
  /** `lines[qty > 3]` or `lines[1]`. */
  | { readonly type: 'filter'; readonly of: Expression; readonly by: Expression }
  | EachExpression
  | { readonly type: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] };

/** A missing end means no limit: `> 5`. */
interface RangeExpression {
  readonly type: 'range';
  readonly from: Expression | null;
  readonly to: Expression | null;
  readonly fromIncluded: boolean;
  readonly toIncluded: boolean;
}

export interface EachExpression {
  readonly type: 'for' | 'some' | 'every';
  readonly loops: readonly { readonly name: string; readonly over: Expression }[];
  readonly body: Expression;
}

/** Words that cannot be keys of fields, because expressions give them another meaning. */
export const RESERVED_WORDS =
  'true false null if then else and or in between row for some every return satisfies'.split(' ');

/** Texts of faults in expressions, in English like the format itself, with the placeholder `{word}`. */
const FAULTS = {
  unreadable: 'cannot be read',
  unexpected: '"{word}" is not expected here',
  expected: '"{word}" is expected',
  name: 'a name is expected',
  member: 'a name is expected after the dot',
  number: 'is not a number',
  temporal: 'a date, a time or a duration is expected, as "2026-11-21"',
  ends: 'ends too early',
  long: 'is too long',
  deep: 'is nested too deeply',
  arguments: '{word} takes another number of arguments',
  function: 'there is no function {word}',
} as const;
export type ExpressionFault = keyof typeof FAULTS;

export class ExpressionError extends Error {
  readonly fault: ExpressionFault;
  readonly position: number;
  /** The token or function that the fault concerns. */
  readonly word: string;
  constructor(fault: ExpressionFault, position: number, word = '') {
    super(FAULTS[fault].replace('{word}', word));
    this.fault = fault;
    this.position = position;
    this.word = word;
  }
}

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"((?:[^"\\\n]|\\["\\nt])*)"|([A-Za-z_][A-Za-z0-9_]*)|(!=|<=|>=|\.\.|[-+*/=<>().,[\]@]))/y;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t' };

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new ExpressionError('unreadable', start);
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

const COMPARISONS = ['=', '!=', '<=', '>=', '<', '>'] as const;

function rangeOf(from: Expression, to: Expression): Expression {
  return { type: 'range', from, to, fromIncluded: true, toIncluded: true };
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
    if (this.token.kind !== 'end') this.fail('unexpected', this.token.text);
    return result;
  }

  private get token(): Token {
    return this.tokens[this.index] as Token;
  }

  private fail(fault: ExpressionFault, word = ''): never {
    throw new ExpressionError(fault, this.token.at, word);
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
    if (!this.take(text)) this.fail('expected', text);
  }

  private nested<T>(parse: () => T): T {
    this.depth += 1;
    if (this.depth > EXPRESSION_MAX_DEPTH) this.fail('deep');
    const result = parse();
    this.depth -= 1;
    return result;
  }

  private expression(): Expression {
    return this.nested(() => {
      if (this.take('if')) {
        const when = this.expression();
        this.expect('then');
        const then = this.expression();
        this.expect('else');
        return { type: 'if', when, then, otherwise: this.expression() };
      }
      const type = (['for', 'some', 'every'] as const).find((word) => this.take(word));
      return type ? this.each(type) : this.disjunction();
    });
  }

  private each(type: EachExpression['type']): Expression {
    const loops: EachExpression['loops'][number][] = [];
    do {
      const name = this.token;
      if (name.kind !== 'word' || RESERVED_WORDS.includes(name.text)) this.fail('name');
      this.index += 1;
      this.expect('in');
      const over = this.expression();
      loops.push({ name: name.text, over: this.take('..') ? rangeOf(over, this.expression()) : over });
    } while (this.take(','));
    this.expect(type === 'for' ? 'return' : 'satisfies');
    return { type, loops, body: this.expression() };
  }

  /** Builds left-associative chains flat, so that depth counts nesting and not length. */
  private chain(operators: readonly BinaryOperator[], part: () => Expression): Expression {
    let left = part();
    let length = 0;
    for (;;) {
      const operator = operators.find((candidate) => this.is(candidate));
      if (!operator) return left;
      length += 1;
      if (length > 500) this.fail('long');
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
    if (this.take('in')) return { type: 'in', of: left, tests: this.tests() };
    const operator = COMPARISONS.find((candidate) => this.is(candidate));
    if (!operator) return left;
    this.index += 1;
    return { type: 'binary', operator, left, right: this.sum() };
  }

  /** Parses the right side of `in`: a value, a list, a range, `> 5`, or several of these in brackets. */
  private tests(): Expression {
    if (!this.take('(')) return this.test(() => this.sum());
    const first = this.test(() => this.expression());
    if (this.take('..')) return this.rangeTo(first, false);
    const items = [first];
    while (this.take(',')) items.push(this.test(() => this.expression()));
    this.expect(')');
    return items.length === 1 ? this.postfix(first) : { type: 'list', items };
  }

  private test(value: () => Expression): Expression {
    const operator = COMPARISONS.find((candidate) => candidate !== '!=' && this.take(candidate));
    if (!operator) return value();
    const end = this.sum();
    const isIncluded = operator.endsWith('=');
    const [from, to] = [operator[0] === '<' ? null : end, operator[0] === '>' ? null : end];
    return { type: 'range', from, to, fromIncluded: isIncluded, toIncluded: isIncluded };
  }

  /** Parses the end of `[1..5]`, `(1..5)` and mixtures, after the dots. */
  private rangeTo(from: Expression, fromIncluded: boolean): Expression {
    const to = this.expression();
    const toIncluded = this.take(']');
    if (!toIncluded) this.expect(')');
    return { type: 'range', from, to, fromIncluded, toIncluded };
  }

  private sum(): Expression {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.unary()));
  }

  private unary(): Expression {
    if (this.take('-')) return this.nested(() => ({ type: 'negate', of: this.unary() }));
    return this.postfix(this.primary());
  }

  private postfix(start: Expression): Expression {
    let result = start;
    for (;;) {
      if (this.take('[')) {
        result = { type: 'filter', of: result, by: this.expression() };
        this.expect(']');
      } else if (this.take('.')) {
        const name = this.token;
        if (name.kind !== 'word') this.fail('member');
        this.index += 1;
        result = { type: 'member', of: result, name: name.text, at: name.at };
      } else return result;
    }
  }

  private args(): Expression[] {
    const items: Expression[] = [];
    if (this.take(')')) return items;
    do items.push(this.expression());
    while (this.take(','));
    this.expect(')');
    return items;
  }

  /** Parses `[1, 2]` or `[1..2]`, after its bracket. */
  private listOrRange(): Expression {
    if (this.take(']')) return { type: 'list', items: [] };
    const items = [this.expression()];
    if (this.take('..')) return this.rangeTo(items[0]!, true);
    while (this.take(',')) items.push(this.expression());
    this.expect(']');
    return { type: 'list', items };
  }

  private primary(): Expression {
    const token = this.token;
    if (token.kind === 'number') {
      this.index += 1;
      const value = decimalFromText(token.text);
      if (!value) throw new ExpressionError('number', token.at);
      return { type: 'value', value: decimalValue(value) };
    }
    if (token.kind === 'text') {
      this.index += 1;
      return { type: 'value', value: token.text };
    }
    if (this.take('@')) {
      const value = this.token.kind === 'text' ? temporal(this.token.text) : null;
      if (value === null) this.fail('temporal');
      this.index += 1;
      return { type: 'value', value };
    }
    if (this.take('[')) return this.listOrRange();
    if (this.take('(')) {
      const inner = this.expression();
      if (this.take('..')) return this.rangeTo(inner, false);
      this.expect(')');
      return inner;
    }
    if (token.kind === 'word') return this.word();
    return token.kind === 'end' ? this.fail('ends') : this.fail('unexpected', token.text);
  }

  private word(): Expression {
    const token = this.token;
    if (this.take('true')) return { type: 'value', value: true };
    if (this.take('false')) return { type: 'value', value: false };
    if (this.take('null')) return { type: 'value', value: null };
    const call = this.functionName();
    if (call) {
      const args = this.args();
      const [least, most] = FUNCTIONS[call];
      if (args.length < least || args.length > most) {
        throw new ExpressionError('arguments', token.at, call);
      }
      return { type: 'call', name: call, args };
    }
    if (RESERVED_WORDS.includes(token.text) && token.text !== 'row') this.fail('unexpected', token.text);
    this.index += 1;
    if (this.is('(')) throw new ExpressionError('function', token.at, token.text);
    return { type: 'name', name: token.text, at: token.at };
  }

  /** Reads a function name, possibly of several words (`starts with(`), and its opening bracket. */
  private functionName(): FunctionName | null {
    let words = '';
    for (let offset = 0; offset < FUNCTION_MAX_WORDS; offset += 1) {
      const token = this.tokens[this.index + offset];
      if (token?.kind !== 'word') return null;
      words = words === '' ? token.text : `${words} ${token.text}`;
      const next = this.tokens[this.index + offset + 1];
      if (next?.kind === 'sign' && next.text === '(' && Object.hasOwn(FUNCTIONS, words)) {
        this.index += offset + 2;
        return words as FunctionName;
      }
    }
    return null;
  }
}

/** Parses the FEEL subset of docs/forms.md. Throws ExpressionError with the position of the fault. */
export function parseExpression(text: string): Expression {
  if (text.length > EXPRESSION_MAX_LENGTH) throw new ExpressionError('long', EXPRESSION_MAX_LENGTH);
  return new Parser(text).whole();
}
