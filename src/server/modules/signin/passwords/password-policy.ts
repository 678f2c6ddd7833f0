import type { PasswordFault } from '../../../../shared/contracts/password.rules.ts';
import { CognitoError } from '../core/errors.ts';
import { runInPasswordQueue } from './password-queue.ts';
import { hashPassword } from './passwords.ts';

/** Messages of Cognito; clients match the class, never the message. */
const TEXTS: Readonly<Record<PasswordFault, string>> = {
  required: 'Password not long enough',
  tooShort: 'Password not long enough',
  composition: 'Password must have uppercase, lowercase, numeric and symbol characters',
  outerSpaces: 'Password must not begin or end with a space',
};

/** Applies the same rule as the browser. Sign-in trims its input, so leading and trailing spaces are refused. Throws InvalidPasswordException. */
export function assertPassword(password: string, rule: (password: string) => PasswordFault | null): void {
  const fault = rule(password) ?? (password === password.trim() ? null : 'outerSpaces');
  if (fault) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${TEXTS[fault]}`);
  }
}

/** Hashes a password in the queue of password checks. Throws TooManyRequestsException when the queue is full. */
export const hashChecked = (ip: string, password: string): Promise<string> =>
  runInPasswordQueue(ip, () => hashPassword(password));
