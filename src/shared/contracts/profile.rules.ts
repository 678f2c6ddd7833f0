import { PHONE_PATTERN } from './constants.ts';
import { cleanName, type NameFault, nameFault } from './name.rules.ts';

/** Error of a field: the code of its text, and the parameters except the field's name. */
export type ProfileFault = NameFault;

/** Maximum length of an e-mail address (RFC 5321). */
export const EMAIL_MAX = 254;

/** Fields of the profile that a user can change, as typed. */
export interface ProfileValues {
  readonly name: string;
  readonly email: string;
  /** Empty: none. */
  readonly phoneNumber: string;
  readonly languageId: string;
}

export type ProfileField = 'id' | keyof ProfileValues;

/** Stored form of a profile: trimmed, with single spaces, and phone numbers without separators. */
export function cleanProfile({ name, email, phoneNumber, languageId }: ProfileValues): ProfileValues {
  return {
    name: cleanName(name),
    email: email.trim(),
    phoneNumber: phoneNumber.replaceAll(/[\s().\-\u2010-\u2015]/g, ''),
    languageId: languageId.trim(),
  };
}

/**
 * Validation rules of a profile, for browser and server (VAL-11 to VAL-14); `values` as returned by `cleanProfile`.
 */
export function profileFaults({
  name,
  email,
  phoneNumber,
  languageId,
}: ProfileValues): Partial<Record<ProfileField, ProfileFault>> {
  const faults: Partial<Record<ProfileField, ProfileFault>> = {};
  const atName = nameFault(name);
  if (atName) faults.name = atName;
  if (email === '') faults.email = { code: 'field.required' };
  else if (!isEmail(email)) faults.email = { code: 'field.email' };
  if (phoneNumber !== '' && !PHONE_PATTERN.test(phoneNumber)) faults.phoneNumber = { code: 'field.phone' };
  if (languageId === '') faults.languageId = { code: 'field.required' };
  return faults;
}

const LOCAL_PART = /^[^\s\p{C}@<>(),:;"[\]\\.]+(\.[^\s\p{C}@<>(),:;"[\]\\.]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** `name@host.tld`, in any script. Stricter than the e-mail standard: no quoted names, no addresses in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (text.length > EMAIL_MAX || at < 1 || at > 64 || !LOCAL_PART.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[^\d]/.test(labels.at(-1) ?? '');
}
