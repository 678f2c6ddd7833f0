import { useCallback, useSyncExternalStore } from 'react';
import { MOBILE_MAX_WIDTH, NARROW_MAX_WIDTH } from '../contracts/constants.ts';

/** Whether a media query holds; the component is drawn again when that changes. */
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

/** Between a phone and a desktop: the drawer leaves the room to the page. */
export function useNarrow(): boolean {
  return useMedia(`(max-width: ${NARROW_MAX_WIDTH}px)`);
}

/** A window of 711 px or less, or a browser that calls itself mobile (LAY-13). */
export function useMobile(): boolean {
  const narrow = useMedia(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
  return narrow || isMobileBrowser();
}

function isMobileBrowser(): boolean {
  return /Mobi|Android/.test(navigator.userAgent);
}
