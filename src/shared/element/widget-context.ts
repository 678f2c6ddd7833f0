import { createContext, useContext } from 'react';

/** What a component may know about the custom element around it. */
export interface Widget {
  /** The element itself, as the page sees it. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Tells the page. The event bubbles out of shadow roots; `false` means that the page called preventDefault(). */
  emit(type: WidgetEvent, detail?: unknown): boolean;
}

export type WidgetEvent =
  | 'verva-task-opened'
  | 'verva-task-completed'
  | 'verva-task-reopened'
  | 'verva-view-changed'
  | 'verva-profile-saved'
  | 'verva-profile-edited'
  | 'verva-profile-cancelled'
  | 'verva-password-changed'
  | 'verva-notifications-saved'
  | 'verva-notifications-edited'
  | 'verva-notifications-cancelled'
  | 'verva-delegations-changed'
  | 'verva-mass-action-opened'
  | 'verva-mass-action-ended'
  | 'verva-tasks-changed'
  | 'verva-dropdown-opened'
  | 'verva-manual-opened'
  | 'verva-manual-confirmed'
  | 'verva-error'
  | 'verva-session-expired';

export const WidgetContext = createContext<Widget | null>(null);

/** The custom element around this component. Throws outside of one. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext);
  if (!widget) throw new Error('useWidget() works inside of a custom element only.');
  return widget;
}
