import { createFormatters, createIntlCache } from '@formatjs/intl';

/** A part of a message, as the parser of ICU MessageFormat makes it. Names are those of the parser. */
export interface MessagePart {
  readonly type: number;
  /** The text of a literal, the name of everything else. */
  readonly value?: string;
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
  readonly pluralType?: string;
}

/** The kinds of parts that are asked about; the parser's numbers. */
export const PART = { text: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, tag: 8 } as const;

const formatters = createFormatters(createIntlCache());

/** The parts of a message. Throws the parser's SyntaxError, whose `location` says where. */
export function partsOf(text: string): readonly MessagePart[] {
  return formatters.getMessageFormat(text, 'en').getAst() as readonly MessagePart[];
}

/** What browsers get of a message, which have no parser: words alone as they are, others as their parts. Throws SyntaxError. */
export function compiled(text: string): string | readonly MessagePart[] {
  return /[{<]/.test(text) ? partsOf(text) : text;
}

/** All parts, also those inside of others. */
export function* allParts(parts: readonly MessagePart[]): Generator<MessagePart> {
  for (const part of parts) {
    yield part;
    if (part.children) yield* allParts(part.children);
    for (const option of Object.values(part.options ?? {})) yield* allParts(option.value);
  }
}
