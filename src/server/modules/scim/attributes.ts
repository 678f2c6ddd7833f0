import { type Attribute, COMMON, type Kind, SCHEMAS_OF } from './schemas.ts';
import { ScimError } from './scim.errors.ts';

/** A resource or a part of it, with attributes by their canonical names; those of an extension below its URN. */
export type Values = { [name: string]: unknown };

const TEXT_MAX = 1000;
const ITEMS_MAX = 5000;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds an attribute by its name, in any case. */
export const named = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted);
};

/** Where an attribute is. */
export interface Place {
  /** URN of the extension; undefined: the core. */
  readonly extension?: string;
  readonly attribute: Attribute;
  readonly sub?: Attribute;
}

/** Finds the place of `name.givenName`, `urn:…:User:department` and so on; undefined for an attribute that is not offered. */
export function placeOf(kind: Kind, path: string): Place | undefined {
  const schemas = SCHEMAS_OF[kind];
  const lower = path.toLowerCase();
  const urn = schemas.findIndex(({ id }) => lower.startsWith(`${id.toLowerCase()}:`));
  const rest = urn < 0 ? path : path.slice(schemas[urn]!.id.length + 1);
  const [name = '', subName, ...more] = rest.split('.');
  if (more.length > 0) return undefined;
  const attributes = urn > 0 ? schemas[urn]!.attributes : [...COMMON, ...schemas[0]!.attributes];
  const attribute = named(attributes, name);
  if (!attribute) return undefined;
  const sub = subName === undefined ? undefined : named(attribute.subAttributes ?? [], subName);
  if (subName !== undefined && !sub) return undefined;
  return { attribute, ...(urn > 0 ? { extension: schemas[urn]!.id } : {}), ...(sub ? { sub } : {}) };
}

/** The URN of an extension of this kind, in any case. */
export const extensionOf = (kind: Kind, name: string): string | undefined =>
  SCHEMAS_OF[kind].slice(1).find(({ id }) => id.toLowerCase() === name.toLowerCase())?.id;

/**
 * Returns the attributes of a body that a client may write, with canonical names and types. Attributes that are not
 * offered are left out, empty ones count as missing. Throws `value`.
 */
export function cleanBody(kind: Kind, body: Values): Values {
  const [core, ...extensions] = SCHEMAS_OF[kind];
  const values = cleanValues([...COMMON, ...core!.attributes], body);
  for (const { id, attributes } of extensions) {
    const given = Object.entries(body).find(([name]) => name.toLowerCase() === id.toLowerCase())?.[1];
    if (given === undefined || given === null) continue;
    if (!isObject(given)) throw new ScimError('value', id);
    const extension = cleanValues(attributes, given);
    if (Object.keys(extension).length > 0) values[id] = extension;
  }
  return values;
}

function cleanValues(attributes: readonly Attribute[], given: Values): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = named(attributes, name);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const clean = cleanValue(attribute, value);
    if (clean !== undefined) values[attribute.name] = clean;
  }
  return values;
}

/** Returns a value in the type of its attribute; undefined if it is empty. Throws `value`. */
export function cleanValue(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued)
    return cleanItem(attribute, Array.isArray(value) && value.length === 1 ? value[0] : value);
  const items = Array.isArray(value) ? value : [value];
  if (items.length > ITEMS_MAX) throw new ScimError('value', attribute.name);
  const clean = items.flatMap((item) => cleanItem(attribute, item) ?? []);
  return clean.length === 0 ? undefined : clean;
}

function cleanItem(attribute: Attribute, value: unknown): unknown {
  const { name, type, subAttributes } = attribute;
  if (value === null || value === undefined) return undefined;
  if (subAttributes) {
    // Entra ID sends the bare id of a manager.
    const given = isObject(value) ? value : { value };
    if (!isObject(value) && !named(subAttributes, 'value')) throw new ScimError('value', name);
    const clean = cleanValues(subAttributes, given);
    return Object.keys(clean).length === 0 ? undefined : clean;
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    // Entra ID sends "True" and "False".
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (text === 'true' || text === 'false') return text === 'true';
    throw new ScimError('value', name);
  }
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text.length > TEXT_MAX || text.includes('\0') || !text.isWellFormed()) {
    throw new ScimError('value', name);
  }
  return text === '' ? undefined : text;
}

export interface Projection {
  readonly attributes: readonly string[];
  readonly excluded: readonly string[];
}

/** Returns the attributes that a client asks for; `id`, `schemas` are always returned. */
export function project(kind: Kind, resource: Values, { attributes, excluded }: Projection): Values {
  if (attributes.length === 0 && excluded.length === 0) return resource;
  if (attributes.length > 0) {
    const result: Values = { schemas: resource.schemas, id: resource.id };
    for (const path of attributes) copyPath(kind, resource, result, path);
    return result;
  }
  const result = structuredClone(resource);
  for (const path of excluded) dropPath(kind, result, path);
  return result;
}

function copyPath(kind: Kind, from: Values, to: Values, path: string): void {
  const whole = extensionOf(kind, path);
  if (whole !== undefined) {
    if (from[whole] !== undefined) to[whole] = from[whole];
    return;
  }
  const place = placeOf(kind, path);
  if (!place) return;
  const { extension, attribute, sub } = place;
  const source = extension === undefined ? from : from[extension];
  if (!isObject(source) || source[attribute.name] === undefined) return;
  if (extension !== undefined && !isObject(to[extension])) to[extension] = {};
  const target = (extension === undefined ? to : to[extension]) as Values;
  const value = source[attribute.name];
  if (!sub) target[attribute.name] = value;
  else target[attribute.name] = mergeSub(value, target[attribute.name], sub.name);
}

/** Adds one sub-attribute to what was copied before. */
function mergeSub(from: unknown, before: unknown, name: string): unknown {
  const pick = (one: unknown, old: unknown): Values => ({
    ...(isObject(old) ? old : {}),
    ...(isObject(one) && one[name] !== undefined ? { [name]: one[name] } : {}),
  });
  if (!Array.isArray(from)) return pick(from, before);
  const olds = Array.isArray(before) ? (before as unknown[]) : [];
  return from.map((one, index) => pick(one, olds[index]));
}

function dropPath(kind: Kind, resource: Values, path: string): void {
  const whole = extensionOf(kind, path);
  if (whole !== undefined) {
    delete resource[whole];
    return;
  }
  const place = placeOf(kind, path);
  if (!place || place.attribute.returned === 'always') return;
  const target = place.extension === undefined ? resource : resource[place.extension];
  if (!isObject(target)) return;
  if (!place.sub) {
    delete target[place.attribute.name];
    return;
  }
  for (const one of [target[place.attribute.name]].flat()) if (isObject(one)) delete one[place.sub.name];
}
