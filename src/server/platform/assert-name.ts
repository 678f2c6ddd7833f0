import { cleanName, NAME_MAX, nameFault } from '../../shared/contracts/name.rules.ts';
import { AppError } from './errors.ts';

/** Returns the name as it is stored. Throws the fault at `pointer`: `field.required`, `field.too_long` or `field.name`. */
export function assertName(given: string, pointer: string, max = NAME_MAX): string {
  const name = cleanName(given);
  const fault = nameFault(name, max);
  if (!fault) return name;
  const params = { attribute: pointer.slice(pointer.lastIndexOf('/') + 1), ...fault.params };
  throw new AppError(fault.code, params, { errors: [{ pointer, code: fault.code, params }] });
}
