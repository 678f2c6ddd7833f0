import { compileFeel, FeelError, isVariableName, MAX_EXPRESSION_LENGTH } from '../engine/feel.ts';
import type { Expression, Value } from '../engine/model.ts';
import type { Findings } from './problems.ts';
import type { Element } from './vendor.ts';

const FEEL_LANGUAGE = /feel/i;

/** Reads the expressions of a model as FEEL. Notes translations and rejects invalid expressions. */
export class Expressions {
  readonly #findings: Findings;
  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Reads FEEL with or without a leading `=`. Rewrites `${…}`. */
  feel(text: string | undefined, owner: Element, what: string, language?: string): Expression | undefined {
    const trimmed = text?.trim();
    if (!trimmed) return undefined;
    if (language && !FEEL_LANGUAGE.test(language)) {
      this.#findings.problem(
        'expression.language',
        owner,
        `${what} is written in ${language}. Only FEEL is supported.`,
      );
      return undefined;
    }
    if (trimmed.length > MAX_EXPRESSION_LENGTH + 3) {
      this.#findings.problem('feel.size', owner, `${what} is longer than ${MAX_EXPRESSION_LENGTH} characters.`);
      return undefined;
    }
    const dollar = /^[$#]\{([\s\S]*)\}$/.exec(trimmed);
    let expression = trimmed.replace(/^=\s*/, '');
    if (dollar) {
      expression = rewrite(dollar[1]!.trim());
      this.#findings.note('expression.translated', owner, `${what}: ${trimmed} is read as ${expression}`);
    }
    return this.#check(expression, owner, what) ? expression : undefined;
  }

  /** Reads a literal, or an expression that begins with `=` or is completely `${…}`. */
  value(text: string | undefined, owner: Element, what: string): Value | undefined {
    const trimmed = text?.trim();
    if (!trimmed) return undefined;
    if (trimmed.startsWith('=') || /^[$#]\{[\s\S]*\}$/.test(trimmed)) {
      const expression = this.feel(trimmed, owner, what);
      return expression === undefined ? undefined : `=${expression}`;
    }
    if (/[$#]\{/.test(trimmed)) {
      this.#findings.problem('expression.mixed', owner, `${what} mixes text with an expression: ${trimmed}`);
      return undefined;
    }
    return trimmed;
  }

  /** Checks the name of a variable. */
  variable(text: string | undefined, owner: Element, what: string): string | undefined {
    if (!text) return undefined;
    if (isVariableName(text)) return text;
    this.#findings.problem('variable.name', owner, `${what}: ${text} is not a valid variable name.`);
    return undefined;
  }

  #check(expression: string, owner: Element, what: string): boolean {
    try {
      const feel = compileFeel(expression);
      if (/[*/][^=<>!]*[^<>!]=|[^<>!]=[^=<>!]*[*/]/.test(feel.text.replace(/"[^"]*"/g, ''))) {
        this.#findings.note('feel.equality', owner, `${what} compares a computed number with =. Use decimal(x, 2).`);
      }
      return true;
    } catch (error) {
      if (!(error instanceof FeelError)) throw error;
      this.#findings.problem(error.code, owner, `${what}: ${expression.slice(0, 200)} – ${error.message}`);
      return false;
    }
  }
}

/** Rewrites `a == 'x' && !b` to `a = "x" and not(b)`. Anything else stays and fails to parse. */
function rewrite(text: string): string {
  return text
    .split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/)
    .map((part, index) => {
      if (index % 2 === 1)
        return `"${part
          .slice(1, -1)
          .replace(/\\'/g, "'")
          .replace(/(?<!\\)"/g, '\\"')}"`;
      return part
        .replace(/===?/g, '=')
        .replace(/!==/g, '!=')
        .replace(/&&/g, ' and ')
        .replace(/\|\|/g, ' or ')
        .replace(/!\s*([A-Za-z_][\w.]*)/g, 'not($1)')
        .replace(/!\s*\(/g, 'not(')
        .replace(/\s+/g, ' ');
    })
    .join('')
    .trim();
}
