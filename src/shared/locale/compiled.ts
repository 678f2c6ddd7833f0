import { createFormatters, createIntlCache } from '@formatjs/intl';

/** A part of a message, from the parser of ICU MessageFormat. Names are the parser's. */
export interface MessagePart {
  readonly type: number;
  /** The text of a literal, otherwise the name. */
  readonly value?: string;
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
  readonly pluralType?: string;
}

/** Used kinds of parts; the parser's numbers. */
export const PART = { text: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, tag: 8 } as const;

const formatters = createFormatters(createIntlCache());

/** The parts of a message. Throws the parser's SyntaxError with its `location`. */
export function partsOf(text: string): readonly MessagePart[] {
  return formatters.getMessageFormat(text, 'en').getAst() as readonly MessagePart[];
}

/** Form of a message for browsers, which have no parser: plain text unchanged, others as parts. Throws SyntaxError. */
export function compiled(text: string): string | readonly MessagePart[] {
  return /[{<]/.test(text) ? partsOf(text) : text;
}

/** All parts, including nested ones. */
export function* allParts(parts: readonly MessagePart[]): Generator<MessagePart> {
  for (const part of parts) {
    yield part;
    if (part.children) yield* allParts(part.children);
    for (const option of Object.values(part.options ?? {})) yield* allParts(option.value);
  }
}
