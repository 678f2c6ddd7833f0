import type { ErrorParams, FieldError } from '../../../shared/contracts/errors.ts';
import { allParts, type MessagePart, PART, partsOf } from '../../../shared/locale/compiled.ts';
import type { ProductTexts } from './catalogue.ts';

export type TranslationFault = Pick<FieldError, 'code'> & { readonly params: ErrorParams };

const NEAR_MAX = 24;
/** Matches parser errors about unbalanced tags such as `<b>`. */
const MARKUP = /TAG/;
const NAMED = new Set<number>([PART.argument, PART.number, PART.date, PART.time, PART.select, PART.plural]);

/**
 * Returns why a text cannot replace the product's; undefined if it can. Arguments may be in any order, but exactly those of
 * the product are required: a missing one hides information, and an unknown one shows nothing. `product` contains the
 * product's texts in all languages.
 */
export function faultOf(text: string, product: ProductTexts, language: string): TranslationFault | undefined {
  let parts: readonly MessagePart[];
  try {
    parts = partsOf(text);
  } catch (error) {
    const { message, location } = error as { message?: string; location?: { start: { offset: number } } };
    if (MARKUP.test(message ?? '')) return { code: 'translation.markup', params: {} };
    const position = (location?.start.offset ?? 0) + 1;
    const near = [...text.slice(position - 1)].slice(0, NEAR_MAX).join('') || '…';
    return { code: 'translation.icu_invalid', params: { position, near } };
  }
  const { wanted, marks } = shapeOf(product);
  const found = argumentsOf(parts);
  if ([...tagsOf(parts)].some((tag) => !marks.has(tag))) return { code: 'translation.markup', params: {} };
  const isSame = found.size === wanted.size && [...found.keys()].every((name) => wanted.has(name));
  // Any argument may be shown as it is; plural and select are allowed only where the product uses them for the argument.
  const isKnown = [...found].every(([name, kinds]) =>
    [...kinds].every((kind) => kind === PART.argument || wanted.get(name)?.has(kind)),
  );
  if (!isSame || !isKnown) return { code: 'translation.arguments', params: { expected: shown(wanted) } };
  const missing = missingForms(parts, language);
  return missing ? { code: 'translation.plural_forms', params: { forms: missing } } : undefined;
}

interface Shape {
  readonly wanted: Map<string, Set<number>>;
  readonly marks: Set<string | undefined>;
}

/** A language can have thousands of texts to check. */
const shapes = new WeakMap<object, Shape>();

function shapeOf(product: ProductTexts): Shape {
  let shape = shapes.get(product);
  if (!shape) {
    const parts = Object.values(product).flatMap(partsOf);
    shape = { wanted: argumentsOf(parts), marks: tagsOf(parts) };
    shapes.set(product, shape);
  }
  return shape;
}

function argumentsOf(parts: readonly MessagePart[]): Map<string, Set<number>> {
  const kinds = new Map<string, Set<number>>();
  for (const { type, value = '' } of allParts(parts)) {
    if (NAMED.has(type)) kinds.set(value, (kinds.get(value) ?? new Set()).add(type));
  }
  return kinds;
}

function tagsOf(parts: readonly MessagePart[]): Set<string | undefined> {
  return new Set([...allParts(parts)].filter(({ type }) => type === PART.tag).map(({ value }) => value));
}

/** Formats arguments as `{name}, {count, plural, …}`; a dash if there are none. */
function shown(wanted: ReadonlyMap<string, ReadonlySet<number>>): string {
  const one = ([name, kinds]: readonly [string, ReadonlySet<number>]) => {
    if (kinds.has(PART.plural)) return `{${name}, plural, …}`;
    return kinds.has(PART.select) ? `{${name}, select, …}` : `{${name}}`;
  };
  return [...wanted].map(one).join(', ') || '–';
}

/** Returns the language's plural forms for whole numbers that the text lacks; without them it would say "2 день". */
function missingForms(parts: readonly MessagePart[], language: string): string | undefined {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const { type, options = {} } of allParts(parts)) {
    if (type !== PART.plural) continue;
    const missing = pluralCategories.filter((form) => !Object.hasOwn(options, form));
    if (missing.length > 0) return missing.join(', ');
  }
  return undefined;
}
