import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Display } from '../text/drawing.ts';

/** Sanitised HTML of a manual. */
export function Html({
  html,
  display,
  className = '',
}: {
  readonly html: string;
  readonly display: Display;
  readonly className?: string;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.replaceChildren(display(html)), [html, display]);
  return <div className={`html ${className}`} ref={element} />;
}
