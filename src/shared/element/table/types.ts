// Types of the table: no cost in bundles, and the only part of it that browser code may import.
import type { Static, TScript } from 'typebox';
import type { COMMON_ATTRIBUTES, ELEMENTS } from './elements.ts';
import type { COMMANDS, EVENTS } from './events.ts';

/** The names of all elements, `verva-inbox` … */
export type ElementTag = keyof typeof ELEMENTS;

type Entry<Tag extends ElementTag> = (typeof ELEMENTS)[Tag];
type Values = Readonly<Record<string, { readonly type: string; readonly values?: readonly string[] }>>;

type ValueOf<Attribute> = Attribute extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Attribute extends { readonly type: 'number' }
    ? number
    : Attribute extends { readonly type: 'boolean' }
      ? boolean
      : string;

type Properties<Attributes extends Values> = {
  readonly [Name in keyof Attributes]?: ValueOf<Attributes[Name]> | undefined;
};

/** Props of an element's component: every property of the table, by its name. */
export type PropertiesOf<Tag extends ElementTag> = Properties<Entry<Tag>['attributes']>;

/** How each attribute of an element is parsed; required by `defineWidget`. */
export type AttributeKindsOf<Tag extends ElementTag> = {
  readonly [Name in keyof Entry<Tag>['attributes']]: Entry<Tag>['attributes'][Name] extends {
    readonly type: infer Kind;
  }
    ? Kind
    : never;
};

/** `taskId` is written `task-id` in markup. */
type AttributeName<Property extends string> = Property extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${AttributeName<Rest>}`
  : '';

type Attributes<Entries extends Values> = {
  readonly [Name in keyof Entries & string as AttributeName<Name>]?: ValueOf<Entries[Name]> | undefined;
};

/** Attributes of an element in markup and JSX. */
export type AttributesOf<Tag extends ElementTag> = Attributes<Entry<Tag>['attributes']> &
  Attributes<typeof COMMON_ATTRIBUTES>;

export type EventName = keyof typeof EVENTS;

/** Events with a default that a page can prevent. */
export type CancelableEvent = {
  [Name in EventName]: (typeof EVENTS)[Name]['cancelable'] extends true ? Name : never;
}[EventName];

type DetailText<Name extends EventName> = (typeof EVENTS)[Name]['detail'];

/** Type of `event.detail`. */
export type DetailOf<Name extends EventName> =
  DetailText<Name> extends string ? Static<TScript<Record<never, never>, DetailText<Name>>> : null;

/** Type of a command's detail. */
export type CommandDetail<Name extends keyof typeof COMMANDS> = Static<
  TScript<Record<never, never>, (typeof COMMANDS)[Name]['detail']>
>;

/** Arguments after the name of an event when dispatching it. */
export type DetailArguments<Name extends EventName> = DetailOf<Name> extends null ? [] : [detail: DetailOf<Name>];

export type VervaEvent<Name extends EventName> = CustomEvent<DetailOf<Name>>;

export type VervaEventMap = { [Name in EventName]: VervaEvent<Name> };
