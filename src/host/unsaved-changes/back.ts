import { unsavedInputs } from '../../shared/page/unsaved.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/**
 * Asks before the browser's Back or Forward leaves a page with unsaved changes (LAY-07). Call before the first render: the
 * listener must run before the router's.
 */
export function askBeforeGoingBack(): void {
  let here = location.href;
  let isFree = false;
  const arrived = () => {
    here = location.href;
  };
  // Dispatched by the router for its own navigations.
  for (const type of ['pushState', 'replaceState']) addEventListener(type, arrived);
  addEventListener('popstate', (event) => {
    const isSamePage = new URL(here).pathname === location.pathname;
    if (isFree || isSamePage || unsavedInputs().length === 0) {
      isFree = false;
      arrived();
      return;
    }
    event.stopImmediatePropagation();
    // Restores the page that was left as the newest history entry, so that Back leads to the target.
    history.pushState(null, '', here);
    void confirmLeaving().then((free) => {
      if (!free) return;
      isFree = true;
      history.back();
    });
  });
}
