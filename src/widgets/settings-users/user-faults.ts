import { ApiError } from '../../shared/api/index.ts';
import type { ErrorParams } from '../../shared/contracts/errors.ts';
import type { UsersText } from './users-text.ts';

/** Error of a field: the code of its text, and the parameters except the field's name. */
export interface Fault {
  readonly code: string;
  readonly params?: ErrorParams;
}

export type Faults = Readonly<Record<string, Fault>>;

/** The server's errors by the first member of their pointers: `/line/0` is an error of `line`. */
export function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError)) return {};
  const faults: Record<string, Fault> = {};
  for (const { pointer, code, params } of error.errors) {
    const field = pointer.split('/')[1];
    if (field) faults[field] ??= { code, ...(params && { params }) };
  }
  if (error.code === 'user.id_taken') faults.id ??= { code: error.code, params: error.params };
  return faults;
}

/** Names what the server refused by its id, as the company or a manager; `names` by id. */
export function withNames(faults: Faults, names: ReadonlyMap<unknown, string>): Faults {
  return Object.fromEntries(
    Object.entries(faults).map(([field, { code, params }]) => {
      const name = names.get(params?.value);
      return [field, { code, ...(params && { params: name === undefined ? params : { ...params, value: name } }) }];
    }),
  );
}

/** Translates an error, with the label of its field. */
export function faultText(fault: Fault | undefined, label: string, t: UsersText): string | undefined {
  if (!fault) return undefined;
  const values = { ...fault.params, attribute: label };
  switch (fault.code) {
    case 'field.required':
    case 'field.too_short':
    case 'field.too_long':
    case 'field.name':
    case 'field.username':
    case 'field.email':
    case 'field.phone':
    case 'field.choice_unknown':
    case 'field.not_editable':
    case 'user.email_taken':
    case 'user.id_taken':
    case 'manager.cycle':
      return t(`fault.${fault.code}`, values);
    default:
      return t('fault.other');
  }
}
