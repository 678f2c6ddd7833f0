import type { FieldError } from '../contracts/errors.ts';
import { FILE_KINDS, FILE_MAX_MB_CEILING, FILES_PER_OWNER } from '../contracts/file-kinds.ts';
import { checkReferences } from './check-references.ts';
import {
  byType,
  type Check,
  check,
  condition,
  conditionSchema,
  either,
  flag,
  isObject,
  type JsonSchema,
  listOf,
  mapOf,
  matching,
  named,
  number,
  object,
  oneOf,
  Problems,
  pointerTo,
  text,
  texts,
  whole,
} from './check-shape.ts';
import { TABLE_MAX_ROWS } from './compile.ts';
import { readDayLiteral } from './days.ts';
import type { FormBody } from './definition.ts';
import { RESERVED_WORDS } from './expression-parser.ts';
import { ITEMS_MAX, TEXT_MAX_LENGTH } from './field-values.ts';
import { compilePattern, PATTERN_MAX_LENGTH } from './pattern-program.ts';
import { parseRichText } from './rich-text.ts';
import { readMomentLiteral } from './times.ts';

const LABEL_MAX = 500;
const MAX_DEPTH = 8;
const KEY = /^[a-z][A-Za-z0-9_]{0,63}$/;
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const OPTION_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
/** Names of members that every object has, and names reserved by rows and expressions. */
const TAKEN = new Set([...Object.getOwnPropertyNames(Object.prototype), ...RESERVED_WORDS, 'rowId']);

const id = matching(ID, 'id');

const key: Check = check({ type: 'string', pattern: KEY.source }, (value, pointer, problems) => {
  if (typeof value !== 'string' || !KEY.test(value)) problems.add(pointer, 'key', { example: 'costCenter' });
  else if (TAKEN.has(value)) problems.add(pointer, 'reserved', { word: value });
});

/** The schema's `$defs`. */
const definitions: Record<string, JsonSchema> = { condition: conditionSchema };

const label = named('label', texts(LABEL_MAX), definitions);
const expression = object({ expr: text(2000) });
const flagOrCondition = either((value) => typeof value === 'boolean', flag, condition());
const numberLimit = either(isObject, expression, number);

const day: Check = check({ type: 'string' }, (value, pointer, problems) => {
  if (typeof value !== 'string' || readDayLiteral(value, '2000-01-01') === null) {
    problems.add(pointer, 'day', { example: '2026-11-21' });
  }
});
const dayLimit = either(isObject, expression, day);

const richText: Check = check(texts(20_000).schema, (value, pointer, problems) => {
  texts(20_000)(value, pointer, problems);
  if (!isObject(value)) return;
  for (const [language, source] of Object.entries(value)) {
    if (typeof source === 'string') problems.read(pointerTo(pointer, language), () => parseRichText(source));
  }
});

const field = {
  type: text(20),
  key,
  label,
  'hint?': label,
  'width?': oneOf([3, 4, 5, 6, 7, 8, 12]),
  'visible?': condition(),
  'required?': flagOrCondition,
  'readOnly?': flagOrCondition,
};
const pattern: Check = check(
  { type: 'string', minLength: 1, maxLength: PATTERN_MAX_LENGTH },
  (value, pointer, problems) => {
    text(PATTERN_MAX_LENGTH)(value, pointer, problems);
    if (typeof value === 'string') problems.read(pointer, () => compilePattern(value));
  },
);
const computed = { 'computed?': text(2000) };
const textField = object({
  ...field,
  ...computed,
  'minLength?': whole(0, TEXT_MAX_LENGTH),
  'maxLength?': whole(1, TEXT_MAX_LENGTH),
  'format?': oneOf(['email', 'phone', 'link']),
  'pattern?': pattern,
  'patternMessage?': label,
  'default?': text(TEXT_MAX_LENGTH),
});
const optionId = matching(OPTION_ID, 'optionId');
const wanted = either(
  (value) => typeof value === 'string',
  text(1000),
  either((value) => typeof value === 'boolean', flag, number),
);
const source = object({
  dropdownId: text(64),
  'filter?': mapOf(
    matching(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'property'),
    either(isObject, object({ field: text(140) }), wanted),
    0,
    10,
  ),
});
const choices = {
  ...field,
  'options?': listOf(object({ id: optionId, text: label }), 1, 500),
  'source?': source,
};

/** Requires either own options or a source, not both. */
function withOptions(inner: Check): Check {
  const schema = { ...inner.schema, oneOf: [{ required: ['options'] }, { required: ['source'] }] };
  return check(schema, (value, pointer, problems) => {
    inner(value, pointer, problems);
    if (isObject(value) && (value.options === undefined) === (value.source === undefined)) {
      problems.add(pointer, 'optionsOrSource');
    }
  });
}

const choice = withOptions(object({ ...choices, 'default?': text(64) }));
const items = { 'minItems?': whole(0, ITEMS_MAX), 'maxItems?': whole(1, ITEMS_MAX) };
const tags = listOf(text(100), 0, ITEMS_MAX);

const time = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'time', '09:30');
const timeLimit = either(isObject, expression, time);

const moment: Check = check({ type: 'string' }, (value, pointer, problems) => {
  if (typeof value !== 'string' || readMomentLiteral(value, '2000-01-01') === null) {
    problems.add(pointer, 'moment', { example: '2026-11-21T09:30' });
  }
});
const momentLimit = either(isObject, expression, moment);
const reference = object({ ...field });

const SHAPES: Readonly<Record<string, Check>> = {
  text: textField,
  multiline: textField,
  number: object({
    ...field,
    ...computed,
    'min?': numberLimit,
    'max?': numberLimit,
    'integer?': flag,
    'scale?': whole(0, 6),
    'unit?': texts(40),
    'default?': number,
  }),
  money: object({
    ...field,
    ...computed,
    'currency?': matching(/^[A-Z]{3}$/, 'currency', 'EUR'),
    'scale?': whole(0, 4),
    'min?': numberLimit,
    'max?': numberLimit,
    'default?': number,
  }),
  date: object({ ...field, ...computed, 'min?': dayLimit, 'max?': dayLimit, 'default?': day }),
  time: object({ ...field, ...computed, 'min?': timeLimit, 'max?': timeLimit, 'default?': time }),
  dateTime: object({ ...field, ...computed, 'min?': momentLimit, 'max?': momentLimit, 'default?': moment }),
  period: object({ ...field, 'min?': dayLimit, 'max?': dayLimit, 'maxDays?': whole(1, 36_600) }),
  checkbox: object({ ...field, ...computed, 'default?': flag }),
  radio: choice,
  dropdown: choice,
  multiSelect: withOptions(object({ ...choices, ...items, 'default?': listOf(text(64), 0, ITEMS_MAX) })),
  tags: object({ ...field, ...items, 'suggestions?': tags, 'default?': tags }),
  user: reference,
  users: object({ ...field, ...items }),
  department: reference,
  company: reference,
  dimension: object({ ...field, dimension: text(64) }),
  record: object({ ...field, resource: matching(/^[a-z][a-z0-9_]{0,63}$/, 'registry') }),
  attachment: object({
    ...field,
    'maxFiles?': whole(1, FILES_PER_OWNER),
    'accept?': listOf(oneOf(Object.keys(FILE_KINDS)), 1, 40),
    'maxSize?': whole(1, FILE_MAX_MB_CEILING),
  }),
  signature: reference,
};
const FIELDS: Readonly<Record<string, Check>> = Object.fromEntries(
  Object.entries(SHAPES).map(([type, shape]) => [type, named(type, shape, definitions)]),
);

/** Radio buttons and signatures do not fit in a table row. */
const { radio: _radio, signature: _signature, ...cells } = FIELDS;

const rows = {
  ...field,
  'minRows?': whole(0, TABLE_MAX_ROWS),
  'maxRows?': whole(1, TABLE_MAX_ROWS),
  'addLabel?': label,
  'totals?': listOf(key, 1, 5),
};
const table = named('table', object({ ...rows, columns: listOf(byType(cells), 1, 20) }), definitions);
const group = named(
  'group',
  object({ ...rows, 'rowLabel?': label, columns: listOf(byType(FIELDS), 1, 40) }),
  definitions,
);

const staticText = object({ type: text(20), id, content: richText, 'visible?': condition() });

const NODE = { $ref: '#/$defs/node' };

function layout(depth: number, child: Check = node(depth + 1)): Check {
  const inner = object({
    type: text(20),
    id,
    'title?': label,
    'visible?': condition(),
    'because?': label,
    children: listOf(child, 0, 200),
  });
  return check(inner.schema, (value, pointer, problems) => {
    if (depth > MAX_DEPTH) problems.add(pointer, 'deep');
    else inner(value, pointer, problems);
  });
}

/** Builds a node's check on demand: the grammar is recursive. */
function node(depth: number): Check {
  return check(NODE, (value, pointer, problems) => nodes(depth)(value, pointer, problems));
}

const grammars = new Map<number, Check>();

function nodes(depth: number): Check {
  const known = grammars.get(depth);
  if (known) return known;
  const inner = layout(depth);
  const grammar = byType({
    ...FIELDS,
    table,
    group,
    richText: staticText,
    stack: inner,
    section: inner,
    columns: inner,
    tabs: layout(depth, byType({ tab: layout(depth + 1) })),
    // The schema allows a wizard anywhere; here it is allowed only directly in the root.
    ...(depth === 1 && { wizard: layout(depth, byType({ step: layout(depth + 1) })) }),
  });
  grammars.set(depth, grammar);
  return grammar;
}

const definition = object({
  formatVersion: oneOf([1]),
  id,
  'kind?': oneOf(['task', 'record', 'start']),
  title: label,
  root: byType({ stack: layout(0), section: layout(0), columns: layout(0) }),
  'rules?': listOf(object({ id, assert: condition(), at: key, message: label }), 0, 100),
  'outcomes?': listOf(
    object({
      id,
      label,
      'style?': oneOf(['primary', 'neutral', 'danger']),
      'comment?': oneOf(['none', 'optional', 'required']),
      'confirm?': label,
      'validate?': flag,
      'byMail?': flag,
    }),
    0,
    12,
  ),
});

/**
 * Returns the grammar as JSON Schema. A definition that the schema refuses is refused here too; names, cycles and
 * static text are checked only here.
 */
export function definitionSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Verva form definition, format version 1',
    ...definition.schema,
    $defs: { ...definitions, node: nodes(1).schema },
  };
}

/**
 * Returns all errors of a form definition, each with a JSON pointer; empty if it can be published. Accepts any value:
 * one without errors is a FormBody.
 */
export function checkDefinition(body: unknown): readonly FieldError[] {
  const problems = new Problems();
  definition(body, '', problems);
  // Names and cycles are checked only in a definition of valid structure.
  if (problems.list.length === 0) checkReferences(body as FormBody, problems);
  return problems.list;
}
