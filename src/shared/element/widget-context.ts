import { createContext, useContext } from 'react';
import type { CancelableEvent, DetailArguments, EventName } from './table/types.ts';

/** A component's access to its custom element. Its events are those of the table (table/events.ts). */
export interface Widget {
  /** The element itself, as the page sees it. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Dispatches an event, which bubbles out of shadow roots. */
  emit<Name extends Exclude<EventName, CancelableEvent>>(type: Name, ...detail: DetailArguments<Name>): void;
  /** Dispatches a cancelable event; `false` means that the page has called preventDefault() and handles it itself. */
  ask<Name extends CancelableEvent>(type: Name, ...detail: DetailArguments<Name>): boolean;
}

export const WidgetContext = createContext<Widget | null>(null);

/** The custom element around this component. Throws outside one. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('useWidget() works only inside a custom element.');
  return widget;
}
