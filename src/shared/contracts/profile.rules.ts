import { PHONE_PATTERN, USERNAME_MIN } from './constants.ts';
import { cleanName, type NameFault, nameFault } from './name.rules.ts';

/** What is wrong with a field: the code whose text the person reads, and its parameters besides the field's name. */
export type ProfileFault = NameFault;

/** The longest address that mail can be sent to (RFC 5321). */
export const EMAIL_MAX = 254;

/** What a person may change of themselves, as typed. */
export interface ProfileValues {
  readonly name: string;
  readonly email: string;
  /** Empty: none. */
  readonly phoneNumber: string;
  readonly languageId: string;
}

export type ProfileField = 'id' | keyof ProfileValues;

/** As it is stored: without outer spaces and doubled ones, a number without the marks that people write into it. */
export function cleanProfile({ name, email, phoneNumber, languageId }: ProfileValues): ProfileValues {
  return {
    name: cleanName(name),
    email: email.trim(),
    phoneNumber: phoneNumber.replaceAll(/[\s().\-\u2010-\u2015]/g, ''),
    languageId: languageId.trim(),
  };
}

/**
 * The rules of a profile, for browser and server (VAL-10 to VAL-14); `values` as `cleanProfile` gives them. The id is
 * looked at only of a person who is new.
 */
export function profileFaults(
  values: ProfileValues & { readonly id?: string },
  { isNew = false }: { isNew?: boolean } = {},
): Partial<Record<ProfileField, ProfileFault>> {
  const { name, email, phoneNumber, languageId } = values;
  const faults: Partial<Record<ProfileField, ProfileFault>> = {};
  if (isNew) {
    const id = (values.id ?? '').trim();
    if (id === '') faults.id = { code: 'field.required' };
    else if (id.length < USERNAME_MIN) faults.id = { code: 'field.too_short' };
  }
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

/** `name@host.tld`, also of other scripts. Stricter than mail itself: no quoted names, no addresses in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (text.length > EMAIL_MAX || at < 1 || at > 64 || !LOCAL_PART.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[^\d]/.test(labels.at(-1) ?? '');
}
