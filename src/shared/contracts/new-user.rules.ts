import { USERNAME_MIN } from './constants.ts';
import { type ProfileFault, type ProfileField, type ProfileValues, profileFaults } from './profile.rules.ts';

const USERNAME_MAX = 128;
/** Usernames of new accounts; existing ones may have other characters. */
const USERNAME = /^[a-z0-9][a-z0-9._@+-]*$/;

/** Error of the username of a new account; `username` without spaces around it, in lower case. */
export function usernameFault(username: string): ProfileFault | undefined {
  if (username === '') return { code: 'field.required' };
  if (username.length < USERNAME_MIN) return { code: 'field.too_short' };
  if (username.length > USERNAME_MAX) return { code: 'field.too_long', params: { max: USERNAME_MAX } };
  return USERNAME.test(username) ? undefined : { code: 'field.username' };
}

/** Validation rules of a new user (VAL-10 to VAL-14), for browser and server; `values` as returned by `cleanProfile`. */
export function newUserFaults(username: string, values: ProfileValues): Partial<Record<ProfileField, ProfileFault>> {
  const atId = usernameFault(username);
  return { ...(atId && { id: atId }), ...profileFaults(values) };
}
