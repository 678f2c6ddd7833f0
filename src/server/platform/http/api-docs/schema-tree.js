import { el, unfolding } from './dom.js';

const LIMITS = {
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minimum: (value) => `from ${value}`,
  maximum: (value) => `to ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  minProperties: (value) => `at least ${value} members`,
  maxProperties: (value) => `at most ${value} members`,
  multipleOf: (value) => `in steps of ${value}`,
  pattern: (value) => `matches ${value}`,
  default: (value) => `${JSON.stringify(value)} when left out`,
};

/** A schema as a tree: name, type, limits; objects inside unfold. `root` is where its references lead. */
export function schemaTree(schema, document, root = schema) {
  const own = schema?.$defs ? schema : root;
  const { schema: found, root: base } = resolved(schema ?? {}, document, own);
  const rows = rowsOf(found, base);
  if (rows.length === 0) return el('p', { class: 'value' }, ...facts(found, document, base));
  return el(
    'ul',
    { class: 'tree' },
    rows.map((row) => rowOf(row, document, base)),
  );
}

function rowOf({ name, schema, required }, document, root) {
  const { schema: found, root: base } = resolved(schema, document, root);
  const head = [
    el('code', { class: 'name' }, name),
    required ? el('span', { class: 'required' }, 'required') : '',
    ...facts(found, document, base),
  ];
  const inner = innerOf(found, document, base);
  if (!inner) return el('li', {}, el('div', { class: 'row' }, ...head));
  const tree = () => schemaTree(inner.schema, document, inner.root);
  return el('li', {}, unfolding({}, el('summary', { class: 'row' }, ...head), tree));
}

function facts(schema, document, root) {
  const limits = Object.entries(LIMITS).flatMap(([key, say]) => (schema[key] === undefined ? [] : [say(schema[key])]));
  return [
    el('span', { class: 'type' }, typeOf(schema, document, root)),
    limits.length > 0 ? el('span', { class: 'limits' }, limits.join(', ')) : '',
    schema.description ? el('span', { class: 'about' }, schema.description) : '',
  ];
}

/** What stands below a schema: its members, its choices, or those of its items. */
function rowsOf(schema, root) {
  const all = (schema.allOf ?? []).flatMap((part) => rowsOf(part, root));
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    required: required.has(name),
  }));
  const others = Object.values(schema.patternProperties ?? {}).map((inner) => ({ name: '(any name)', schema: inner }));
  if (isSchema(schema.additionalProperties)) others.push({ name: '(any name)', schema: schema.additionalProperties });
  const choices = structured(schema).map((inner, index) => ({ name: `either ${index + 1}`, schema: inner }));
  return [...members, ...all, ...others, ...choices];
}

function innerOf(schema, document, root) {
  if (schema.type === 'array' && isSchema(schema.items)) {
    const items = resolved(schema.items, document, root);
    return rowsOf(items.schema, items.root).length > 0 ? items : innerOf(items.schema, document, items.root);
  }
  return rowsOf(schema, root).length > 0 ? { schema, root } : undefined;
}

/** Choices that are more than one of some values. */
function structured(schema) {
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  return choices.some(({ $ref, type, properties }) => $ref || properties || type === 'array' || type === 'object')
    ? choices
    : [];
}

/** A schema's type in a few words. */
export function typeOf(schema, document, root = schema, depth = 0) {
  const { schema: found, root: base } = resolved(schema, document, root);
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum) return found.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = found.anyOf ?? found.oneOf;
  if (choices) {
    if (depth > 3) return 'one of several';
    return [...new Set(choices.map((choice) => typeOf(choice, document, base, depth + 1)))].join(' | ');
  }
  if (found.type === 'array') {
    const items = isSchema(found.items) ? typeOf(found.items, document, base, depth + 1) : 'anything';
    return items.includes(' | ') ? `list of (${items})` : `list of ${items}`;
  }
  if (Array.isArray(found.type)) return found.type.join(' | ');
  if (found.format) return `${found.type ?? 'string'} (${found.format})`;
  if (found.type) return found.type;
  return found.properties || found.allOf ? 'object' : 'anything';
}

/** Follows `$ref`, into the document (`#/components/…`) or the schema's own `$defs`. */
function resolved(schema, document, root) {
  let found = schema;
  let base = root;
  for (let step = 0; step < 10 && typeof found?.$ref === 'string'; step += 1) {
    const { $ref } = found;
    const inSchema = $ref.startsWith('#/') ? follow(base, $ref) : base?.$defs?.[$ref];
    const target = inSchema ?? follow(document, $ref);
    if (!target) return { schema: { type: $ref.split('/').pop() }, root: base };
    if (target.$defs) base = target;
    found = target;
  }
  return { schema: found ?? {}, root: base };
}

function follow(from, pointer) {
  const names = pointer.replace(/^#\//, '').split('/');
  return names.reduce((at, name) => at?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], from);
}

function isSchema(value) {
  return typeof value === 'object' && value !== null;
}
