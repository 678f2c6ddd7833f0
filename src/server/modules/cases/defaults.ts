import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { compileFeel, FeelError, isVariableName, runFeel, type StepScope, type Vars } from '../processes/index.ts';

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

/** What expressions know of the user for whom a case is started. */
export interface RequesterFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly department: string | null;
  readonly manager: string | null;
}

/** Returns default values; an expression without a result for this user leaves its variable out. */
export function defaultsFor(
  defaults: Defaults,
  requester: RequesterFacts,
  { now, timeZone }: Pick<StepScope, 'now' | 'timeZone'>,
): Vars {
  const budget = { used: 0 };
  const clock = { at: now.toISOString(), zone: timeZone };
  const found: Vars = {};
  for (const [name, value] of Object.entries(defaults)) {
    const result = isExpression(value) ? resultOf(value, requester, clock, budget) : (value as Vars[string]);
    if (result !== null) found[name] = result;
  }
  return found;
}

function resultOf(
  value: string,
  requester: RequesterFacts,
  clock: Parameters<typeof runFeel>[2],
  budget: Parameters<typeof runFeel>[3],
): Vars[string] | null {
  try {
    const facts = { ...requester } as Vars;
    return runFeel(compileFeel(value.slice(1)), (name) => (name === 'requester' ? facts : undefined), clock, budget);
  } catch (error) {
    if (!(error instanceof FeelError)) throw error;
    return null;
  }
}
