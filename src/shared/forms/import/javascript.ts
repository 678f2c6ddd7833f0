import { isComponent, listIn } from './carrier.ts';
import { type Logic, type LogicOperator, sizeOf } from './logic.ts';

/**
 * Reads the small subset of JavaScript that most conditions and formulas of Form.io use: assignments to one name, `if …
 * else`, comparisons, `&& || !`, arithmetic, `data.x`, `row.x`. The code is never executed; anything else is `null`.
 */
const SOURCE_MAX = 4000;
const DEPTH_MAX = 40;
const STEPS_MAX = 2000;
const TOKEN =
  /\s*(?:\/\/[^\n]*|\/\*[^*]*\*\/|(\d{1,15}(?:\.\d{1,15})?)|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|([A-Za-z_$][\w$]*)|(===|!==|==|!=|<=|>=|&&|\|\||\+=|-=|\*=|[-+*/=<>()[\]{}.,;:?!]))/y;
const EQUALITY: Readonly<Record<string, LogicOperator>> = { '===': '=', '==': '=', '!==': '!=', '!=': '!=' };
/** Functions by their JavaScript names. */
const CALLS: Readonly<Record<string, string>> = {
  'Math.abs': 'abs',
  'Math.min': 'min',
  'Math.max': 'max',
  'Math.floor': 'floor',
  'Math.ceil': 'ceiling',
};
const SAME: ReadonlySet<string> = new Set(['Number', 'parseInt', 'parseFloat', 'String', 'Boolean']);

class Unreadable extends Error {}

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
}

function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(source);
    if (!match) throw new Unreadable();
    const [, number, double, single, word, sign] = match;
    const text = double ?? single;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (text !== undefined) tokens.push({ kind: 'text', text: text.replace(/\\(.)/g, '$1') });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    if (tokens.length > STEPS_MAX) throw new Unreadable();
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

/** Meaning of names: `data` is all values, `row` those of the component's container, `input` its own. */
export interface JavaScriptNames {
  readonly row: readonly string[];
  readonly input: readonly string[];
}

class Reader {
  private readonly tokens: readonly Token[];
  private readonly names: JavaScriptNames;
  private readonly target: string;
  private at = 0;
  private depth = 0;
  /** Value of the target so far. */
  private current: Logic | null = null;

  constructor(source: string, target: string, names: JavaScriptNames) {
    this.tokens = tokenise(source);
    this.target = target;
    this.names = names;
  }

  private get token(): Token {
    return this.tokens[this.at] as Token;
  }

  private is(text: string): boolean {
    return (this.token.kind === 'sign' || this.token.kind === 'word') && this.token.text === text;
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Unreadable();
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) throw new Unreadable();
    const result = read();
    this.depth -= 1;
    return result;
  }

  /** Returns the value of the target after the whole source. */
  whole(): Logic {
    const result = this.statements(null);
    if (this.token.kind !== 'end' || result === null) throw new Unreadable();
    return result;
  }

  private statements(before: Logic | null): Logic | null {
    let current = before;
    while (this.token.kind !== 'end' && !this.is('}')) current = this.statement(current);
    return current;
  }

  private statement(before: Logic | null): Logic | null {
    return this.nested(() => {
      this.current = before;
      if (this.take(';')) return before;
      if (this.take('{')) {
        const inner = this.statements(before);
        this.expect('}');
        return inner;
      }
      if (this.take('if')) {
        this.expect('(');
        const when = this.expression();
        this.expect(')');
        const yes = this.statement(before);
        const no = this.take('else') ? this.statement(before) : before;
        return small({ kind: 'if', when, yes: yes ?? NOTHING, no: no ?? NOTHING });
      }
      if (this.take('return')) {
        const result = this.expression();
        this.take(';');
        return result;
      }
      if (this.token.kind !== 'word' || this.token.text !== this.target) {
        // A single expression is the result.
        if (before !== null || this.at > 0) throw new Unreadable();
        const result = this.expression();
        this.take(';');
        return result;
      }
      this.at += 1;
      const operator = this.token.text;
      if (!['=', '+=', '-=', '*='].includes(operator)) throw new Unreadable();
      this.at += 1;
      const right = this.expression();
      this.take(';');
      if (operator === '=') return right;
      return small({ kind: 'binary', op: operator[0] as LogicOperator, left: before ?? NOTHING, right });
    });
  }

  private expression(): Logic {
    return this.nested(() => {
      const when = this.disjunction();
      if (!this.take('?')) return when;
      const yes = this.expression();
      this.expect(':');
      return small({ kind: 'if', when, yes, no: this.expression() });
    });
  }

  private chain(signs: Readonly<Record<string, LogicOperator>>, next: () => Logic): Logic {
    let left = next();
    for (;;) {
      const op =
        this.token.kind === 'sign' && Object.hasOwn(signs, this.token.text) ? signs[this.token.text] : undefined;
      if (!op) return left;
      this.at += 1;
      left = small({ kind: 'binary', op, left, right: next() });
    }
  }

  private disjunction(): Logic {
    return this.chain({ '||': 'or' }, () =>
      this.chain({ '&&': 'and' }, () =>
        this.chain(EQUALITY, () =>
          this.chain({ '<': '<', '<=': '<=', '>': '>', '>=': '>=' }, () =>
            this.chain({ '+': '+', '-': '-' }, () => this.chain({ '*': '*', '/': '/' }, () => this.unary())),
          ),
        ),
      ),
    );
  }

  private unary(): Logic {
    return this.nested(() => {
      if (this.take('!')) return { kind: 'not', of: this.unary() };
      if (this.take('-'))
        return small({ kind: 'binary', op: '-', left: { kind: 'value', value: 0 }, right: this.unary() });
      return this.primary();
    });
  }

  private primary(): Logic {
    const { kind, text } = this.token;
    if (kind === 'number' || kind === 'text') {
      this.at += 1;
      return { kind: 'value', value: kind === 'number' ? Number(text) : text };
    }
    if (this.take('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (kind !== 'word') throw new Unreadable();
    this.at += 1;
    if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' };
    if (text === 'null' || text === 'undefined') return NOTHING;
    return this.name(text);
  }

  private name(first: string): Logic {
    const path = [first];
    for (;;) {
      if (this.take('.')) {
        if (this.token.kind !== 'word') throw new Unreadable();
        path.push(this.token.text);
        this.at += 1;
      } else if (this.is('[') && this.tokens[this.at + 1]?.kind === 'text') {
        path.push(this.tokens[this.at + 1]?.text ?? '');
        this.at += 2;
        this.expect(']');
      } else break;
      if (path.length > 12) throw new Unreadable();
    }
    if (this.take('(')) return this.call(path);
    const [base, ...rest] = path;
    if (base === 'data' && rest.length === 0) return { kind: 'value', value: true };
    if (base === 'data') return { kind: 'path', path: rest };
    if (base === 'row' && rest.length > 0) return { kind: 'path', path: [...this.names.row, ...rest] };
    if (base === this.target && rest.length === 0 && this.current) return this.current;
    if ((base === 'input' || base === 'value') && rest.length === 0) return { kind: 'path', path: this.names.input };
    throw new Unreadable();
  }

  private call(path: readonly string[]): Logic {
    const args: Logic[] = [];
    if (!this.take(')')) {
      do args.push(this.expression());
      while (this.take(','));
      this.expect(')');
    }
    const name = path.join('.');
    const [first, second] = args;
    if (SAME.has(name) && first && (!second || name === 'parseInt')) return first;
    if (name === 'Math.round' && first && !second) {
      return { kind: 'call', name: 'round half up', args: [first, { kind: 'value', value: 0 }] };
    }
    const known = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    if (known && first) return small({ kind: 'call', name: known, args });
    if (path[0] === 'data' && path.length > 2 && path.at(-1) === 'includes' && first && !second) {
      return small({ kind: 'call', name: 'list contains', args: [{ kind: 'path', path: path.slice(1, -1) }, first] });
    }
    throw new Unreadable();
  }
}

const NOTHING: Logic = { kind: 'value', value: null };

function small(logic: Logic): Logic {
  if (sizeOf(logic) > 200) throw new Unreadable();
  return logic;
}

/** Returns the value that `source` assigns to `target` (`show`, `value`, `valid`); `null` when it cannot be read. */
export function readJavaScript(source: string, target: string, names: JavaScriptNames): Logic | null {
  if (source.length > SOURCE_MAX) return null;
  try {
    return new Reader(source, target, names).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Reads JsonLogic: `{"==": [{"var": "data.x"}, "yes"]}`. */
export function readJsonLogic(source: unknown, names: JavaScriptNames, depth = 0): Logic | null {
  if (depth > 10) return null;
  if (source === null || typeof source === 'string' || typeof source === 'number' || typeof source === 'boolean') {
    return { kind: 'value', value: source };
  }
  if (!isComponent(source)) return null;
  const [op, ...others] = Object.keys(source);
  if (op === undefined || others.length > 0) return null;
  const value = source[op];
  if (op === 'var') return typeof value === 'string' ? variable(value, names) : null;
  const args = (Array.isArray(value) ? value : [value])
    .slice(0, 21)
    .map((part) => readJsonLogic(part, names, depth + 1));
  const known = args.filter((part) => part !== null);
  const [left, right] = known;
  if (known.length !== args.length || left === undefined || args.length > 20) return null;
  if (op === '!' && right === undefined) return { kind: 'not', of: left };
  if (op === '!!' && right === undefined) return left;
  if (op === 'and' || op === 'or') return joined(op, known);
  const operator =
    EQUALITY[op] ?? (['<', '<=', '>', '>=', '+', '-', '*', '/'].includes(op) ? (op as LogicOperator) : null);
  if (!operator || right === undefined || listIn(value).length !== 2) return null;
  const logic: Logic = { kind: 'binary', op: operator, left, right };
  return sizeOf(logic) > 200 ? null : logic;
}

function variable(text: string, names: JavaScriptNames): Logic | null {
  const path = text.slice(0, 500).split('.');
  if (path[0] === 'data' && path.length > 1) return { kind: 'path', path: path.slice(1) };
  if (path[0] === 'row' && path.length > 1) return { kind: 'path', path: [...names.row, ...path.slice(1)] };
  return path.length > 0 && path[0] !== '' ? { kind: 'path', path } : null;
}

function joined(op: 'and' | 'or', parts: readonly Logic[]): Logic | null {
  const [first, ...rest] = parts;
  const logic = rest.reduce<Logic | undefined>((left, right) => left && { kind: 'binary', op, left, right }, first);
  return logic && sizeOf(logic) <= 200 ? logic : null;
}
