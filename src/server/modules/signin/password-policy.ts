import type { PasswordFault } from '../../../shared/contracts/password.rules.ts';
import { hashPassword, PasswordQueueFull, queued } from './passwords.ts';
import { WireError } from './wire-errors.ts';

/** As Cognito words them; clients match the class, never the text. */
const TEXTS: Readonly<Record<PasswordFault, string>> = {
  required: 'Password not long enough',
  tooShort: 'Password not long enough',
  composition: 'Password must have uppercase, lowercase, numeric and symbol characters',
  outerSpaces: 'Password must not begin or end with a space',
};

/** By the same rule as the browser's. Sign-in trims what is typed, so outer spaces are refused everywhere. Throws InvalidPasswordException. */
export function assertPassword(password: string, rule: (password: string) => PasswordFault | null): void {
  const fault = rule(password) ?? (password === password.trim() ? null : 'outerSpaces');
  if (fault) {
    throw new WireError('InvalidPasswordException', `Password did not conform with policy: ${TEXTS[fault]}`);
  }
}

/** Hashes in the same bounded queue in which passwords are checked. Throws TooManyRequestsException when it is full. */
export async function hashChecked(password: string): Promise<string> {
  try {
    return await queued(() => hashPassword(password));
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    throw new WireError('TooManyRequestsException', undefined, { retryAfter: 1 });
  }
}
