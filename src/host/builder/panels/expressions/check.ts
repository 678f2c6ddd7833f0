import {
  ExpressionError,
  type ExpressionFault,
  type FormBody,
  isRepeating,
  namePlacesIn,
  parseExpression,
} from '../../../../shared/forms/index.ts';
import { type NodeId, placesOf } from '../../edits/tree.ts';
import { tableAround } from '../conditions/scope.ts';

/** An error in an expression and its range of characters. */
export interface ExpressionProblem {
  readonly fault: ExpressionFault | 'field';
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the first error of a node's expression: a syntax error or an unknown name. */
export function problemOf(text: string, body: FormBody, node: NodeId | null): ExpressionProblem | null {
  if (text.trim() === '') return null;
  const places = placesOf(body);
  const table = tableAround(body, node);
  const fieldOf = (name: readonly string[]) => {
    const [first = '', second] = name;
    if (first === 'row') return second === undefined ? undefined : places.get(`${table}.${second}`)?.node;
    const found = places.get(first)?.node;
    if (!found || !('columns' in found) || second === undefined) return found;
    return places.get(`${first}.${second}`)?.node;
  };
  try {
    const expression = parseExpression(text);
    const known = {
      isTable: (name: readonly string[]) => {
        const found = name.length === 1 ? places.get(name[0] ?? '')?.node : undefined;
        return found !== undefined && 'key' in found && isRepeating(found);
      },
      hasColumn: (of: readonly string[], column: string) => fieldOf([...of, column]) !== undefined,
    };
    for (const path of namePlacesIn(expression, known)) {
      const [first] = path;
      if (!first || fieldOf(path.map(({ name }) => name).filter((name) => name !== '#'))) continue;
      const last = path.findLast(({ at }) => at >= 0) ?? first;
      const from = Math.max(0, first.at >= 0 ? first.at : last.at);
      const word = path.map(({ name }) => name).filter((name) => name !== '#');
      return { fault: 'field', word: word.join('.'), from, to: Math.max(last.at, from) + last.name.length };
    }
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { fault, word } = error;
    const position = error.position + (/^\s*/.exec(text.slice(error.position))?.[0].length ?? 0);
    const length = /^(?:[A-Za-z_]\w*|[\d.]+|"[^"]*"?|[<>!]=|\S)/.exec(text.slice(position))?.[0].length ?? 0;
    const end = text.trimEnd().length;
    if (length > 0 && position < end) return { fault, word, from: position, to: position + length };
    return { fault, word, from: Math.max(0, end - 1), to: end };
  }
}
