// The types of the table. They cost a bundle nothing, and are all that may be taken from it in code for browsers.
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

/** What an element's component is given: every property of the table, by its name. */
export type PropertiesOf<Tag extends ElementTag> = Properties<Entry<Tag>['attributes']>;

/** How each attribute of an element is read; what `defineWidget` wants to be told. */
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

/** An element's attributes as markup and JSX write them. */
export type AttributesOf<Tag extends ElementTag> = Attributes<Entry<Tag>['attributes']> &
  Attributes<typeof COMMON_ATTRIBUTES>;

export type EventName = keyof typeof EVENTS;

/** Events whose default a page can prevent. */
export type CancelableEvent = {
  [Name in EventName]: (typeof EVENTS)[Name]['cancelable'] extends true ? Name : never;
}[EventName];

type DetailText<Name extends EventName> = (typeof EVENTS)[Name]['detail'];

/** What `event.detail` holds. */
export type DetailOf<Name extends EventName> =
  DetailText<Name> extends string ? Static<TScript<Record<never, never>, DetailText<Name>>> : null;

/** What a page can tell an element by an event. */
export type CommandDetail<Name extends keyof typeof COMMANDS> = Static<
  TScript<Record<never, never>, (typeof COMMANDS)[Name]['detail']>
>;

/** What follows the name of an event when it is told. */
export type DetailArguments<Name extends EventName> = DetailOf<Name> extends null ? [] : [detail: DetailOf<Name>];

export type VervaEvent<Name extends EventName> = CustomEvent<DetailOf<Name>>;

export type VervaEventMap = { [Name in EventName]: VervaEvent<Name> };
