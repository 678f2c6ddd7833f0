import type { FunctionName } from './expression-functions.ts';
import type { Expression } from './expression-parser.ts';
import { isKind } from './values.ts';

const TESTS: ReadonlySet<FunctionName> = new Set<FunctionName>([
  'not',
  'all',
  'any',
  'odd',
  'even',
  'contains',
  'starts with',
  'ends with',
  'list contains',
]);

/**
 * What an expression gives, as far as that can be seen without evaluating it: in brackets a number is a place in the
 * list and reads names of the form; all else is asked of each item and reads its names first.
 */
export function resultOf(expression: Expression): 'test' | 'number' | 'any' {
  switch (expression.type) {
    case 'binary':
      return ['+', '-', '*', '/'].includes(expression.operator) ? 'number' : 'test';
    case 'between':
    case 'in':
    case 'some':
    case 'every':
      return 'test';
    case 'negate':
      return 'number';
    case 'value':
      return isKind(expression.value, 'decimal') ? 'number' : 'any';
    case 'call':
      return TESTS.has(expression.name) ? 'test' : 'any';
    default:
      return 'any';
  }
}
