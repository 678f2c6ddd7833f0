import { attributeName } from '../../src/shared/element/attributes.ts';
import {
  type AttributeEntry,
  COMMON_ATTRIBUTES,
  COMMON_EVENTS,
  ELEMENTS,
  type ElementEntry,
} from '../../src/shared/element/table/elements.ts';
import { EVENTS, type EventEntry } from '../../src/shared/element/table/events.ts';

export interface DescribedAttribute {
  /** Name in markup. */
  readonly name: string;
  /** Name in scripts. */
  readonly property: string;
  /** TypeScript type of the value. */
  readonly type: string;
  readonly values: readonly string[];
  readonly standard?: string | undefined;
  readonly description: string;
  readonly isCommon: boolean;
}

interface DescribedEvent extends EventEntry {
  readonly name: string;
  readonly isCommon: boolean;
}

/** An element as pages see it, including everything it inherits. */
export interface DescribedElement {
  readonly tag: string;
  /** `VervaInbox` */
  readonly className: string;
  readonly description: string;
  /** The description says what replaces it. */
  readonly isDeprecated: boolean;
  readonly attributes: readonly DescribedAttribute[];
  /** Includes events of nested elements. */
  readonly events: readonly DescribedEvent[];
  readonly parts: readonly { readonly name: string; readonly description: string }[];
}

const TABLE: Readonly<Record<string, ElementEntry>> = ELEMENTS;

/** The table of elements with shared members written out. */
export const ELEMENTS_DESCRIBED: readonly DescribedElement[] = Object.entries(TABLE).map(([tag, entry]) => {
  const inside = (entry.shows ?? []).flatMap((shown) => TABLE[shown] ?? []);
  const names = new Set([...entry.events, ...inside.flatMap(({ events }) => events)]);
  return {
    tag,
    className: pascal(tag),
    description: entry.description,
    isDeprecated: entry.replacedBy !== undefined,
    attributes: [...attributesOf(entry.attributes, false), ...attributesOf(COMMON_ATTRIBUTES, true)],
    events: [
      ...[...names].map((name) => ({ name, ...EVENTS[name], isCommon: false })),
      ...COMMON_EVENTS.map((name) => ({ name, ...EVENTS[name], isCommon: true })),
    ],
    parts: [entry, ...inside].flatMap(({ parts = {} }) =>
      Object.entries(parts).map(([name, description]) => ({ name, description })),
    ),
  };
});

/** Converts `verva-task-opened` to `VervaTaskOpened`. */
function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function attributesOf(entries: Readonly<Record<string, AttributeEntry>>, isCommon: boolean): DescribedAttribute[] {
  return Object.entries(entries).map(([property, { type, values = [], standard, description }]) => ({
    name: attributeName(property),
    property,
    type: values.map((value) => `'${value}'`).join(' | ') || type,
    values,
    standard,
    description,
    isCommon,
  }));
}
