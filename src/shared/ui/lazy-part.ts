import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { inTime } from './in-time.ts';

/**
 * A component that is loaded when first rendered: `lazyPart(() => import('./panel.tsx'), 'Panel')`. Render it inside a
 * Suspense. Its import must be written exactly like this; destructured in place, the build cannot simplify it.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ readonly [one in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const part = await inTime(load());
    return { default: part[name] };
  });
}
