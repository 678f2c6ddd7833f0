import type { LanguageId, ShippedLanguageId } from './constants.ts';
import type { ErrorCode, ErrorParams } from './errors.ts';
import { cleanName, nameFault } from './name.rules.ts';
import { usernameFault } from './new-user.rules.ts';
import { isEmail } from './profile.rules.ts';
import { isTimeZone } from './setup.rules.ts';

/** Maximum size of a logo in bytes. */
export const ORGANISATION_LOGO_MAX_BYTES = 64_000;
const SLUG_MIN = 2;
const SLUG_MAX = 31;
export const HELP_URL_MAX = 500;

export interface OrganisationFault {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

export interface OrganisationProfile {
  readonly name: string;
  readonly timeZone: string;
  readonly languageId: LanguageId;
  readonly languages: readonly LanguageId[];
  readonly helpUrl: string | null;
}

export interface FirstOrganisation extends Omit<OrganisationProfile, 'languages' | 'helpUrl'> {
  readonly languageId: ShippedLanguageId;
  readonly tenantId: string;
  readonly administrator: { readonly name: string; readonly username: string; readonly email: string };
}

/** JSON pointer of a field. */
export type OrganisationField = '/name' | '/timeZone' | '/languages' | '/helpUrl';
export type NewOrganisationField =
  | '/tenantId'
  | '/name'
  | '/timeZone'
  | '/administrator/name'
  | '/administrator/username'
  | '/administrator/email';

/** Stored form of a profile: without extra spaces; each language once. */
export function cleanOrganisation({ name, timeZone, languageId, languages, helpUrl }: OrganisationProfile) {
  return {
    name: cleanName(name),
    timeZone: timeZone.trim(),
    languageId,
    languages: [...new Set(languages)].toSorted(),
    helpUrl: helpUrl?.trim() || null,
  };
}

/** Errors of a profile, for browser and server; `profile` as returned by `cleanOrganisation`. */
export function organisationFaults(
  profile: OrganisationProfile,
): Partial<Record<OrganisationField, OrganisationFault>> {
  return found({
    '/name': nameFault(profile.name),
    '/timeZone': timeZoneFault(profile.timeZone),
    '/languages': profile.languages.includes(profile.languageId) ? undefined : { code: 'field.required' },
    '/helpUrl': helpUrlFault(profile.helpUrl),
  });
}

/** Stored form of a new organisation. */
export function cleanNew({ tenantId, name, timeZone, languageId, administrator }: FirstOrganisation) {
  return {
    tenantId: tenantId.trim().toLowerCase(),
    name: cleanName(name),
    timeZone: timeZone.trim(),
    languageId,
    administrator: {
      name: cleanName(administrator.name),
      username: administrator.username.trim().toLowerCase(),
      email: administrator.email.trim(),
    },
  };
}

/** Errors of a new organisation; `values` as returned by `cleanNew`. */
export function newFaults(values: FirstOrganisation): Partial<Record<NewOrganisationField, OrganisationFault>> {
  const { name, username, email } = values.administrator;
  return found({
    '/tenantId': slugFault(values.tenantId),
    '/name': nameFault(values.name),
    '/timeZone': timeZoneFault(values.timeZone),
    '/administrator/name': nameFault(name),
    '/administrator/username': usernameFault(username),
    '/administrator/email':
      email === '' ? { code: 'field.required' } : isEmail(email) ? undefined : { code: 'field.email' },
  });
}

/** A short name that an organisation's name suggests: its Latin letters and digits. */
export function suggestedSlug(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [first = ''] = plain.split(/[^a-z0-9]/).filter((word) => /^[a-z]/.test(word) && word.length >= SLUG_MIN);
  return first.slice(0, SLUG_MAX);
}

function slugFault(slug: string): OrganisationFault | undefined {
  if (slug === '') return { code: 'field.required' };
  if (slug.length < SLUG_MIN) return { code: 'field.too_short' };
  if (slug.length > SLUG_MAX) return { code: 'field.too_long', params: { max: SLUG_MAX } };
  return /^[a-z][a-z0-9-]{1,30}$/.test(slug) ? undefined : { code: 'field.pattern' };
}

function timeZoneFault(name: string): OrganisationFault | undefined {
  if (name === '') return { code: 'field.required' };
  return isTimeZone(name) ? undefined : { code: 'field.choice_unknown', params: { value: name.slice(0, 100) } };
}

function helpUrlFault(url: string | null): OrganisationFault | undefined {
  if (url === null) return undefined;
  if (url.length > HELP_URL_MAX) return { code: 'field.too_long', params: { max: HELP_URL_MAX } };
  return ['https:', 'http:'].includes(URL.parse(url)?.protocol ?? '') ? undefined : { code: 'field.pattern' };
}

function found<Field extends string>(
  faults: Readonly<Record<Field, OrganisationFault | undefined>>,
): Partial<Record<Field, OrganisationFault>> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as never;
}
