import type { FieldType } from '../../../shared/contracts/endpoint.ts';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import { AppError } from '../errors.ts';

/** The context of a list request: relative days use the tenant's zone, `me` is the caller. */
export interface FilterContext {
  readonly timeZone: string;
  readonly now: Date;
  readonly userId: string;
}

/** Name and type of the field of a condition. */
export interface Base {
  readonly field: string;
  readonly type: FieldType;
}

/** Refuses a parameter of the list. */
export function fail(code: ErrorCode, name: string, params: ErrorParams): never {
  throw new AppError(code, params, { errors: [{ pointer: `?${name}`, code, params }] });
}

/** Refuses the value of a parameter. */
export function bad(name: string, value: string, type: string): never {
  fail('filter.bad_value', name, { value: value.slice(0, 80), type });
}
