import { CURRENT_PASSWORD_MIN, NEW_PASSWORD_MIN, RESET_PASSWORD_MIN } from './constants.ts';

/** Errors of a password; `outerSpaces` because sign-in trims the input, so that such a password could never be used. */
export type PasswordFault = 'required' | 'tooShort' | 'composition' | 'outerSpaces';

/** Required kinds of characters in a password, of any script; letters without case count as symbols. */
const PASSWORD_PARTS = {
  uppercase: /\p{Lu}/u,
  lowercase: /\p{Ll}/u,
  digit: /\p{Nd}/u,
  symbol: /[^\p{Lu}\p{Ll}\p{Nd}\s]/u,
} as const;

/** Whether the text has an uppercase and a lowercase letter, a digit and a symbol. */
function isComposed(password: string): boolean {
  return Object.values(PASSWORD_PARTS).every((part) => part.test(password));
}

/** Requirements for a new password, and whether this one meets them. */
export function passwordParts(
  password: string,
  min: number,
): readonly { readonly part: 'length' | keyof typeof PASSWORD_PARTS; readonly met: boolean }[] {
  const parts = Object.entries(PASSWORD_PARTS) as [keyof typeof PASSWORD_PARTS, RegExp][];
  return [
    { part: 'length', met: lengthOf(password) >= min },
    ...parts.map(([part, pattern]) => ({ part, met: pattern.test(password) })),
  ];
}

/**
 * Validates a password chosen on the sign-in screen, after a reset or instead of a temporary one (VAL-05): trimmed, 8
 * characters, all kinds.
 */
export function resetPasswordFault(typed: string): PasswordFault | null {
  const password = typed.trim();
  if (password === '') return 'required';
  if (lengthOf(password) < RESET_PASSWORD_MIN) return 'tooShort';
  return isComposed(password) ? null : 'composition';
}

/** Validates the current password in the password dialog (VAL-16). */
export function currentPasswordFault(password: string): PasswordFault | null {
  if (password === '') return 'required';
  if (lengthOf(password) < CURRENT_PASSWORD_MIN) return 'tooShort';
  return isComposed(password) ? null : 'composition';
}

/** Validates the new password in the password dialog (VAL-17): 12 characters, all kinds, no outer spaces. */
export function newPasswordFault(password: string): PasswordFault | null {
  if (password === '') return 'required';
  if (password !== password.trim()) return 'outerSpaces';
  if (lengthOf(password) < NEW_PASSWORD_MIN) return 'tooShort';
  return isComposed(password) ? null : 'composition';
}

/** Number of characters as users count them; an emoji is one. */
const lengthOf = (text: string) => [...text].length;
