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
 * Returns the kind of an expression's result, as far as it is known without evaluation. In brackets, a number is an
 * index and reads names of the form; any other expression is evaluated for each item and reads its names first.
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
