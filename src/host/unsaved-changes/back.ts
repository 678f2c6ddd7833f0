import { unsavedInputs } from '../../shared/page/unsaved.ts';
import { confirmLeaving } from './unsaved-changes.ts';

/**
 * Asks before the browser's Back or Forward leads to another page (LAY-07). Called before the first page is drawn: whoever
 * listens later does not hear of a step that is not taken.
 */
export function askBeforeGoingBack(): void {
  let here = location.href;
  let isFree = false;
  const arrived = () => {
    here = location.href;
  };
  // These are the router's: it tells of addresses that it gives.
  for (const type of ['pushState', 'replaceState']) addEventListener(type, arrived);
  addEventListener('popstate', (event) => {
    const isSamePage = new URL(here).pathname === location.pathname;
    if (isFree || isSamePage || unsavedInputs().length === 0) {
      isFree = false;
      arrived();
      return;
    }
    event.stopImmediatePropagation();
    // The page that was left is put behind the one that was gone to, where Back leads again.
    history.pushState(null, '', here);
    void confirmLeaving().then((free) => {
      if (!free) return;
      isFree = true;
      history.back();
    });
  });
}
