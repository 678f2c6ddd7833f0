import { createContext, useContext } from 'react';
import type { CancelableEvent, DetailArguments, EventName } from './table/types.ts';

/** What a component may know about the custom element around it. Its events are those of the table (table/events.ts). */
export interface Widget {
  /** The element itself, as the page sees it. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Tells the page what has happened. The event bubbles out of shadow roots. */
  emit<Name extends Exclude<EventName, CancelableEvent>>(type: Name, ...detail: DetailArguments<Name>): void;
  /** Tells the page what is about to happen; `false` means that it called preventDefault() and does that itself. */
  ask<Name extends CancelableEvent>(type: Name, ...detail: DetailArguments<Name>): boolean;
}

export const WidgetContext = createContext<Widget | null>(null);

/** The custom element around this component. Throws outside of one. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('useWidget() works inside of a custom element only.');
  return widget;
}
