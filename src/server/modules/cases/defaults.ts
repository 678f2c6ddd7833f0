import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { compileFeel, FeelError, isVariableName } from '../processes/index.ts';

type Defaults = Readonly<Values>;

/** Variables that the start itself sets. */
const RESERVED = new Set(['requester', 'record']);

const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');

/** Returns what is wrong with default values: names that no variable can have, and expressions that cannot be read. */
export function faultsOfDefaults(defaults: Defaults): FieldError[] {
  return Object.entries(defaults).flatMap(([name, value]): FieldError[] => {
    const pointer = `/defaults/${name}`;
    if (RESERVED.has(name) || !isVariableName(name))
      return [{ pointer, code: 'case_type.default_name', params: { value: name } }];
    if (!isExpression(value)) return [];
    try {
      compileFeel(value.slice(1));
      return [];
    } catch (error) {
      if (!(error instanceof FeelError)) throw error;
      return [{ pointer, code: 'case_type.expression', params: { name } }];
    }
  });
}
