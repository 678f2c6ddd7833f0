import { pictureOf } from '../../shared/api/pictures.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { shownSession } from '../../shared/session/index.ts';
import { hueOf, initialsOf } from '../../shared/ui/initials.ts';
import { pathOf } from '../../shared/ui/process-icons.ts';

type Person = { readonly name: string; readonly avatar?: string | null };

let isStyled = false;

/**
 * Draws the icon of a row's process, and the owner's and the delegate's avatars of a delegated task. Loaded after the
 * first rows, which leave room for both.
 */
export function drawPictures(row: Element, { process, manualId, via, viaUser }: Task): void {
  row.querySelector('.meta path')?.setAttribute('d', pathOf(process?.icon ?? (manualId && 'book')));
  if (via !== 'delegation' || !viaUser) return;
  if (!isStyled) {
    isStyled = true;
    import('../../shared/ui/styles/parts-sheet.ts').catch(() => {
      isStyled = false;
    });
  }
  const [owner, actor] = row.querySelectorAll<HTMLElement>('.av');
  if (owner) drawAvatar(owner, viaUser);
  const me = shownSession.peek()?.user;
  if (actor && me) drawAvatar(actor, me);
}

/** What each avatar shows: rows are reused for other tasks, often of the same people. */
const drawn = new WeakMap<Element, string>();

/** As `Avatar`, without React. */
function drawAvatar(element: HTMLElement, { name, avatar }: Person): void {
  const key = `${name} ${avatar}`;
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  element.dataset.i = initialsOf(name);
  element.style.setProperty('--h', String(hueOf(name)));
  element.replaceChildren();
  if (!avatar) return;
  const picture = pictureOf(avatar);
  const show = (url: string) => {
    if (drawn.get(element) !== key) return;
    const image = new Image();
    image.alt = '';
    image.src = url;
    element.append(image);
  };
  const loaded = picture.peek();
  if (loaded !== null) {
    show(loaded);
    return;
  }
  const stop = picture.subscribe((url) => {
    if (url === null) return;
    stop();
    show(url);
  });
}
