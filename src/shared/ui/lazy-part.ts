import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { inTime } from './in-time.ts';

/**
 * A component that is fetched when it is first drawn: `lazyPart(() => import('./panel.tsx'), 'Panel')`. Draw it inside
 * of a Suspense. Its import has to stand alone like this; taken apart in place, the build cannot make it plain.
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
