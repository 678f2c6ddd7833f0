import { isDeepStrictEqual } from 'node:util';
import { cleanBody, cleanValue, extensionOf, isObject, type Place, placeOf, type Values } from './attributes.ts';
import { type Filter, matchesItem, parseFilter } from './filter.rules.ts';
import type { Attribute, Kind } from './schemas.ts';
import { ScimError } from './scim.errors.ts';

const OPERATIONS_MAX = 1000;

type Verb = 'add' | 'replace' | 'remove';

interface Operation {
  readonly verb: Verb;
  readonly path: string | undefined;
  readonly value: unknown;
}

/** Reads the operations of a PATCH. Entra ID begins their names with a capital letter. Throws `syntax`. */
export function readOperations(body: Values): readonly Operation[] {
  const list = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(list) || list.length === 0 || list.length > OPERATIONS_MAX)
    throw new ScimError('syntax', 'Operations');
  return list.map((given): Operation => {
    if (!isObject(given)) throw new ScimError('syntax', 'Operations');
    const verb = typeof given.op === 'string' ? given.op.toLowerCase() : '';
    if (verb !== 'add' && verb !== 'replace' && verb !== 'remove') throw new ScimError('syntax', 'op');
    if (given.path !== undefined && typeof given.path !== 'string') throw new ScimError('path');
    if (verb !== 'remove' && given.value === undefined) throw new ScimError('value', 'value');
    return { verb, path: given.path === '' ? undefined : given.path, value: given.value };
  });
}

/** Returns the resource after the operations; the given one stays as it is. Throws the refusals of RFC 7644 §3.5.2. */
export function applyPatch(kind: Kind, resource: Values, operations: readonly Operation[]): Values {
  const result = structuredClone(resource);
  for (const operation of operations) apply(kind, result, operation);
  return cleanBody(kind, result);
}

function apply(kind: Kind, resource: Values, { verb, path, value }: Operation): void {
  if (path !== undefined) {
    applyAt(kind, resource, verb, path, value);
    return;
  }
  if (verb === 'remove') throw new ScimError('noTarget');
  if (!isObject(value)) throw new ScimError('value', 'value');
  for (const [name, one] of Object.entries(value)) {
    const extension = extensionOf(kind, name);
    if (extension !== undefined && isObject(one)) {
      for (const [inner, each] of Object.entries(one)) setNamed(kind, resource, verb, `${extension}:${inner}`, each);
    } else setNamed(kind, resource, verb, name, one);
  }
}

/** A member of a value without a path: names of attributes that cannot be written are ignored, as in a whole resource. */
function setNamed(kind: Kind, resource: Values, verb: Verb, name: string, value: unknown): void {
  if (name.includes('[')) {
    applyAt(kind, resource, verb, name, value);
    return;
  }
  const place = placeOf(kind, name);
  if (!place || isFixed(place)) return;
  write(resource, place, undefined, verb, value);
}

const isFixed = ({ attribute, sub }: Place): boolean =>
  attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly';

interface Target {
  readonly place: Place;
  readonly filter: Filter | undefined;
}

/** Resolves `attribute`, `attribute.sub`, `attribute[filter]` and `attribute[filter].sub`; undefined for an attribute that is not offered. */
function resolve(kind: Kind, path: string): Target | undefined {
  const open = path.indexOf('[');
  const close = path.lastIndexOf(']');
  if (open < 0 !== close < 0 || close < open) throw new ScimError('path', path);
  const head = open < 0 ? path : path.slice(0, open);
  const tail = open < 0 ? '' : path.slice(close + 1);
  if (tail !== '' && !tail.startsWith('.')) throw new ScimError('path', path);
  if (!/^[\w:.$-]+$/.test(head + tail)) throw new ScimError('path', path);
  const filter = open < 0 ? undefined : parseFilter(path.slice(open + 1, close));
  const place = placeOf(kind, head + tail);
  if (filter && place && !place.attribute.multiValued) throw new ScimError('path', path);
  return place && { place, filter };
}

function applyAt(kind: Kind, resource: Values, verb: Verb, path: string, value: unknown): void {
  const extension = extensionOf(kind, path);
  if (extension !== undefined) {
    if (verb === 'remove') delete resource[extension];
    else apply(kind, resource, { verb, path: undefined, value: { [extension]: value } });
    return;
  }
  const target = resolve(kind, path);
  // Directories also send attributes that are not offered: they must not stop the others.
  if (!target) return;
  const { place, filter } = target;
  if (isFixed(place)) throw new ScimError('mutability', path);
  if (verb === 'remove') remove(resource, place, filter, value);
  else write(resource, place, filter, verb, value);
}

function write(resource: Values, place: Place, filter: Filter | undefined, verb: Verb, value: unknown): void {
  const { extension, attribute, sub } = place;
  if (extension !== undefined && !isObject(resource[extension])) resource[extension] = {};
  const holder = (extension === undefined ? resource : resource[extension]) as Values;
  if (attribute.multiValued && (filter || sub)) {
    holder[attribute.name] = writeItems(place, itemsOf(holder[attribute.name]), filter, value);
    return;
  }
  if (sub) {
    const before = isObject(holder[attribute.name]) ? (holder[attribute.name] as Values) : {};
    holder[attribute.name] = withValue(before, sub, value);
    return;
  }
  const clean = cleanValue(attribute, value);
  if (attribute.multiValued && verb === 'add') {
    holder[attribute.name] = joined(attribute, itemsOf(holder[attribute.name]), itemsOf(clean));
  } else if (attribute.subAttributes && !attribute.multiValued && isObject(clean) && isObject(value)) {
    // Sub-attributes that are not named stay; with a reference of a person they would belong to the one before.
    const before =
      isReference(attribute) || !isObject(holder[attribute.name]) ? {} : (holder[attribute.name] as Values);
    const after: Values = { ...before, ...clean };
    for (const [name, one] of Object.entries(value)) if (one === null || one === '') delete after[name];
    holder[attribute.name] = after;
  } else if (clean === undefined) delete holder[attribute.name];
  else holder[attribute.name] = clean;
}

/** Whether a complex attribute refers to another resource. */
const isReference = ({ subAttributes = [] }: Attribute): boolean => subAttributes.some(({ name }) => name === '$ref');

const itemsOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : []);

function withValue(item: Values, sub: Attribute, value: unknown): Values {
  const clean = cleanValue(sub, value);
  const { [sub.name]: _, ...rest } = item;
  return clean === undefined ? rest : { ...rest, [sub.name]: clean };
}

/** Changes the items that a filter selects. If there is none, one that satisfies it is added, as Entra ID expects. */
function writeItems(
  { attribute, sub }: Place,
  items: readonly Values[],
  filter: Filter | undefined,
  value: unknown,
): Values[] {
  const isMeant = (item: Values) => filter === undefined || matchesItem(attribute, item, filter);
  const change = (item: Values): Values => {
    if (sub) return withValue(item, sub, value);
    const clean = cleanValue({ ...attribute, multiValued: false }, value);
    return isObject(clean) ? { ...item, ...clean } : item;
  };
  const chosen = items.filter(isMeant);
  if (chosen.length > 0)
    return onePrimary(
      items.map((item) => (isMeant(item) ? change(item) : item)),
      chosen.length === 1 ? items.indexOf(chosen[0]!) : -1,
    );
  const added = change(filter ? valuesIn(attribute, filter) : {});
  return onePrimary([...items, added], items.length);
}

/** The values that a filter compares with. */
function valuesIn(attribute: Attribute, filter: Filter): Values {
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map((one) => valuesIn(attribute, one))) as Values;
  if (filter.op !== 'eq') throw new ScimError('noTarget');
  const sub = attribute.subAttributes?.find(({ name }) => name.toLowerCase() === filter.attrPath.toLowerCase());
  return sub ? withValue({}, sub, filter.compValue) : {};
}

/** Adds items that are not there yet; a reference to the same resource is the same item. */
function joined(attribute: Attribute, items: readonly Values[], added: readonly Values[]): Values[] {
  const result = [...items];
  const known = new Set(isReference(attribute) ? items.map(({ value }) => value) : []);
  for (const item of added) {
    const isKnown = isReference(attribute) ? known.has(item.value) : result.some((one) => isDeepStrictEqual(one, item));
    if (isKnown) continue;
    known.add(item.value);
    result.push(item);
  }
  return onePrimary(result, result.length > items.length ? result.length - 1 : -1);
}

/** At most one item is the primary one: the one that was just written. */
function onePrimary(items: Values[], written: number): Values[] {
  if (written < 0 || items[written]?.primary !== true) return items;
  return items.map((item, index) => (index !== written && item.primary === true ? { ...item, primary: false } : item));
}

function remove(
  resource: Values,
  { extension, attribute, sub }: Place,
  filter: Filter | undefined,
  value: unknown,
): void {
  const holder = extension === undefined ? resource : resource[extension];
  if (!isObject(holder) || holder[attribute.name] === undefined) return;
  const before = holder[attribute.name];
  if (attribute.multiValued && (filter || sub || (Array.isArray(value) && value.length > 0))) {
    const gone = new Set(itemsOf(value).map((item) => (isObject(item) ? item.value : item)));
    const isMeant = (item: Values) =>
      filter ? matchesItem(attribute, item, filter) : sub !== undefined || gone.has(item.value);
    const items = itemsOf(before).flatMap((item) => {
      if (!isMeant(item)) return item;
      return sub ? withValue(item, sub, null) : [];
    });
    holder[attribute.name] = items;
  } else if (sub) holder[attribute.name] = isObject(before) ? withValue(before, sub, null) : before;
  else delete holder[attribute.name];
}
