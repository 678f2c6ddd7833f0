import { compileFeel, FeelError, isVariableName, MAX_EXPRESSION_LENGTH } from '../engine/feel.ts';
import type { Expression, Value } from '../engine/model.ts';
import type { Findings, ProblemCode } from './problems.ts';
import type { Element } from './vendor.ts';

const FEEL_LANGUAGE = /feel/i;

/** Reads expressions of a drawing into FEEL, noting what was translated and refusing what is not understood. */
export class Expressions {
  readonly #findings: Findings;
  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** FEEL, with or without a leading `=`, or `${…}` by simple rewriting. */
  feel(text: string | undefined, owner: Element, what: string, language?: string): Expression | undefined {
    const trimmed = text?.trim();
    if (!trimmed) return undefined;
    if (language && !FEEL_LANGUAGE.test(language)) {
      this.#findings.problem('expression.language', owner, `${what} is written in ${language}; FEEL is understood.`);
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

  /** A literal, or an expression when it begins with `=` or is `${…}` as a whole. */
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

  /** A name under which something is kept. */
  variable(text: string | undefined, owner: Element, what: string): string | undefined {
    if (!text) return undefined;
    if (isVariableName(text)) return text;
    this.#findings.problem('variable.name', owner, `${what}: ${text} cannot be a variable's name.`);
    return undefined;
  }

  #check(expression: string, owner: Element, what: string): boolean {
    try {
      const feel = compileFeel(expression);
      if (/[*/][^=<>!]*[^<>!]=|[^<>!]=[^=<>!]*[*/]/.test(feel.text.replace(/"[^"]*"/g, ''))) {
        this.#findings.note('feel.equality', owner, `${what}: compares a computed number by =; use decimal(x, 2).`);
      }
      return true;
    } catch (error) {
      if (!(error instanceof FeelError)) throw error;
      this.#findings.problem(
        error.code as ProblemCode,
        owner,
        `${what}: ${expression.slice(0, 200)} – ${error.message}`,
      );
      return false;
    }
  }
}

/** `a == 'x' && !b` to `a = "x" and not(b)`. What this does not understand stays and fails to parse. */
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
