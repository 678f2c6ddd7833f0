import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { getAvatar } from '../contracts/session.contract.ts';
import { onPersonLeft } from '../page/person.ts';
import { callForResponse } from './call.ts';

/** A few kB each; more people than one page shows. */
const MAX_PICTURES = 300;
const AVATAR = /^\/api\/identity\/users\/([^/?]+)\/avatar(?:\?v=([\w-]+))?$/;

const pictures = new Map<string, Signal<string | null>>();
const NONE = signal<string | null>(null);

onPersonLeft(() => {
  for (const { value } of pictures.values()) if (value !== null) URL.revokeObjectURL(value);
  pictures.clear();
});

/**
 * URL of a person's picture for `<img>`; null until loaded, and after a failure. `path` is that of a User or UserRef.
 */
export function pictureOf(path: string): ReadonlySignal<string | null> {
  const [, userId, v] = AVATAR.exec(path) ?? [];
  if (!userId) return NONE;
  return pictureAt(path, () =>
    callForResponse(getAvatar, { params: { userId: decodeURIComponent(userId) }, query: { v } }),
  );
}

/**
 * URL of a picture for `<img>`; null until loaded, and after a failure. An `<img>` sends no token, so the picture is
 * fetched once for all elements of the page.
 */
export function pictureAt(path: string, load: () => Promise<Response>): ReadonlySignal<string | null> {
  const known = pictures.get(path);
  if (known) return known;
  const picture = signal<string | null>(null);
  pictures.set(path, picture);
  forgetOldest();
  load()
    .then(async (response) => {
      const blob = await response.blob();
      if (pictures.get(path) === picture) picture.value = URL.createObjectURL(blob);
    })
    .catch(() => {
      // A replacement is shown instead; another component that shows the picture tries again.
      if (pictures.get(path) === picture) pictures.delete(path);
    });
  return picture;
}

function forgetOldest(): void {
  if (pictures.size <= MAX_PICTURES) return;
  const [path, picture] = pictures.entries().next().value!;
  pictures.delete(path);
  if (picture.value !== null) URL.revokeObjectURL(picture.value);
}
