import { PHONE_PATTERN } from '../../../shared/contracts/constants.ts';
import { cleanName, nameFault } from '../../../shared/contracts/name.rules.ts';
import { cleanProfile, isEmail } from '../../../shared/contracts/profile.rules.ts';
import { isObject, type Values } from './attributes.ts';
import { ENTERPRISE, USER } from './schemas.ts';
import type { Note } from './scim.call.ts';
import { ScimError } from './scim.errors.ts';
import type { ResourceKeys, UserRow } from './users.store.ts';

const TITLE_MAX = 200;
const KEY_MAX = 400;

/** The version of a user, which changes with the user of the product and with the description of the directory. */
export const versionOf = ({ version, bodyVersion }: Pick<UserRow, 'version' | 'bodyVersion'>): string =>
  `W/"${version}.${bodyVersion ?? 0}"`;

/** What the product knows of a user whom no directory has described. */
function knownBody(row: UserRow): Values {
  const enterprise: Values = {
    ...(row.department === null ? {} : { department: row.department }),
    ...(row.company === null ? {} : { organization: row.company }),
    ...(row.managerId === null ? {} : { manager: { value: row.managerId } }),
  };
  return {
    userName: row.username,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    ...(row.name === null ? {} : { name: { formatted: row.name }, displayName: row.name }),
    ...(row.title === null ? {} : { title: row.title }),
    preferredLanguage: row.languageId,
    active: row.status !== 'disabled',
    ...(row.email === null ? {} : { emails: [{ value: row.email, type: 'work', primary: true }] }),
    ...(row.phone === null ? {} : { phoneNumbers: [{ value: row.phone, type: 'work' }] }),
    ...(Object.keys(enterprise).length === 0 ? {} : { [ENTERPRISE]: enterprise }),
  };
}

/** What is stored and can be changed: without id, groups and meta. */
export function bodyOf(row: UserRow): Values {
  const body = row.body ?? knownBody(row);
  if (row.status === 'disabled') return { ...body, active: false };
  // Reactivated by an administrator.
  return body.active === false ? { ...body, active: true } : body;
}

/** A user as a directory reads it. */
export function toUser(row: UserRow, base: string): Values {
  const body = bodyOf(row);
  const location = `${base}/Users/${row.id}`;
  const groups = row.groups.map(({ id, name }) => ({
    value: id,
    $ref: `${base}/Groups/${encodeURIComponent(id)}`,
    display: name,
    type: 'direct',
  }));
  const lastModified = row.bodyAt !== null && row.bodyAt > row.updatedAt ? row.bodyAt : row.updatedAt;
  return {
    schemas: [USER, ...(body[ENTERPRISE] === undefined ? [] : [ENTERPRISE])],
    id: row.id,
    ...body,
    ...(groups.length === 0 ? {} : { groups }),
    meta: {
      resourceType: 'User',
      created: row.createdAt.toISOString(),
      lastModified: lastModified.toISOString(),
      location,
      version: versionOf(row),
    },
  };
}

const textAt = (value: unknown): string => (typeof value === 'string' ? value : '');
const itemsAt = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The value to use of several: the primary one, else the first of these types, else the first. */
function preferred(value: unknown, types: readonly string[]): string {
  const items = itemsAt(value).filter((item) => textAt(item.value) !== '');
  const ofType = types.map((type) => items.find((item) => textAt(item.type).toLowerCase() === type));
  const item = items.find(({ primary }) => primary === true) ?? ofType.find((one) => one !== undefined) ?? items[0];
  return textAt(item?.value);
}

/** What the index finds a user by. Throws `value` without a userName. */
export function keysOf(body: Values): ResourceKeys {
  const userName = textAt(body.userName).trim();
  const externalId = textAt(body.externalId) || null;
  if (userName === '' || userName.length > KEY_MAX) throw new ScimError('value', 'userName');
  if (externalId !== null && externalId.length > KEY_MAX) throw new ScimError('value', 'externalId');
  const displayName = textAt(body.displayName);
  return {
    key: userName.toLowerCase(),
    displayKey: displayName === '' ? null : displayName.toLowerCase().slice(0, KEY_MAX),
    emails: [...new Set(itemsAt(body.emails).map(({ value }) => textAt(value).toLowerCase()))]
      .filter((one) => one !== '' && one.length <= KEY_MAX)
      .slice(0, 50),
    externalId,
    body,
  };
}

/** The name that the product shows. Throws `name`. */
export function nameIn(body: Values): string {
  const parts = isObject(body.name) ? body.name : {};
  const joined = [parts.givenName, parts.middleName, parts.familyName].map(textAt).filter(Boolean).join(' ');
  const given = [textAt(body.displayName), textAt(parts.formatted), joined, textAt(body.userName)];
  const name = cleanName(given.find((one) => one.trim() !== '') ?? '');
  if (nameFault(name)) throw new ScimError('name', name);
  return name;
}

/** Texts of a body in the form of the product; null for what is missing, and for what the product does not accept, with a note. */
export function profileIn(body: Values, notes: Note[]) {
  const email = preferred(body.emails, ['work']);
  const phone = preferred(body.phoneNumbers, ['mobile', 'work']);
  const title = textAt(body.title).trim();
  const clean = cleanProfile({ name: '', email, phoneNumber: phone.replace(/^tel:/i, ''), languageId: '' });
  const accept = (code: Note['code'], value: string, isAccepted: boolean): string | null => {
    if (value !== '' && !isAccepted) notes.push({ code, value });
    return value !== '' && isAccepted ? value : null;
  };
  return {
    email: accept('email', clean.email, isEmail(clean.email)),
    phoneNumber: accept('phone', clean.phoneNumber, PHONE_PATTERN.test(clean.phoneNumber)),
    jobTitle: accept('title', title, title.length <= TITLE_MAX),
  };
}

/** The language of a body among those of the organisation: `en-US` is `en`. Undefined if it names none. */
export function languageIn(body: Values, languages: readonly string[], notes: Note[]): string | undefined {
  const text = textAt(body.preferredLanguage).trim();
  if (text === '') return undefined;
  const tag = text.toLowerCase().split(/[-_,;]/, 1)[0]!;
  if (languages.includes(tag)) return tag;
  notes.push({ code: 'language', value: text });
  return undefined;
}

/** Attributes of the enterprise extension. */
export function placesIn(body: Values): { department: string; company: string; managerId: string } {
  const extension = isObject(body[ENTERPRISE]) ? body[ENTERPRISE] : {};
  const manager = isObject(extension.manager) ? extension.manager : {};
  return {
    department: textAt(extension.department).trim(),
    company: textAt(extension.organization).trim(),
    managerId: textAt(manager.value).trim(),
  };
}
