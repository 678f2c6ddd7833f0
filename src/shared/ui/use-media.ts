import { useCallback, useSyncExternalStore } from 'react';
import { MOBILE_MAX_WIDTH, NARROW_MAX_WIDTH } from '../contracts/constants.ts';

/** Whether a media query matches; rerenders the component on changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Between mobile and desktop: the drawer leaves its space to the page. */
export function useNarrow(): boolean {
  return useMedia(`(max-width: ${NARROW_MAX_WIDTH}px)`);
}

/** A window of at most 711 px, or a browser that identifies as mobile (LAY-13). */
export function useMobile(): boolean {
  const narrow = useMedia(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
  return narrow || isMobileBrowser();
}

function isMobileBrowser(): boolean {
  return /Mobi|Android/.test(navigator.userAgent);
}
