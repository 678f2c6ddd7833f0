import type { ShippedLanguageId } from './constants.ts';
import type { ErrorCode, ErrorParams } from './errors.ts';
import { cleanName, nameFault } from './name.rules.ts';
import { usernameFault } from './new-user.rules.ts';
import { newPasswordFault } from './password.rules.ts';
import { isEmail } from './profile.rules.ts';

/** Input of the set-up: an organisation and its first administrator. */
export interface SetupValues {
  readonly organisation: { readonly name: string; readonly timeZone: string; readonly languageId: ShippedLanguageId };
  readonly administrator: {
    readonly name: string;
    readonly username: string;
    readonly email: string;
    readonly password: string;
  };
}

/** JSON pointer of a field of the set-up. */
export type SetupField =
  | '/organisation/name'
  | '/organisation/timeZone'
  | '/administrator/name'
  | '/administrator/username'
  | '/administrator/email'
  | '/administrator/password';

export interface SetupFault {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** Stored form of the input: names with single spaces, the username in lower case. The password stays as typed. */
export function cleanSetup({ organisation, administrator }: SetupValues): SetupValues {
  return {
    organisation: { ...organisation, name: cleanName(organisation.name), timeZone: organisation.timeZone.trim() },
    administrator: {
      name: cleanName(administrator.name),
      username: administrator.username.trim().toLowerCase(),
      email: administrator.email.trim(),
      password: administrator.password,
    },
  };
}

/** Validation rules of the set-up, for browser, server and command line; `values` as returned by `cleanSetup`. */
export function setupFaults({ organisation, administrator }: SetupValues): Partial<Record<SetupField, SetupFault>> {
  const found: Record<SetupField, SetupFault | undefined> = {
    '/organisation/name': nameFault(organisation.name),
    '/organisation/timeZone': timeZoneFault(organisation.timeZone),
    '/administrator/name': nameFault(administrator.name),
    '/administrator/username': usernameFault(administrator.username),
    '/administrator/email': emailFault(administrator.email),
    '/administrator/password': passwordFault(administrator.password),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

/** Whether this is the name of a time zone, such as Europe/Tallinn; offsets are none, because they ignore summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function timeZoneFault(name: string): SetupFault | undefined {
  if (name === '') return { code: 'field.required' };
  return isTimeZone(name) ? undefined : { code: 'field.choice_unknown', params: { value: name.slice(0, 100) } };
}

function emailFault(email: string): SetupFault | undefined {
  if (email === '') return { code: 'field.required' };
  return isEmail(email) ? undefined : { code: 'field.email' };
}

function passwordFault(password: string): SetupFault | undefined {
  if (password === '') return { code: 'field.required' };
  return newPasswordFault(password) === null ? undefined : { code: 'field.password' };
}
