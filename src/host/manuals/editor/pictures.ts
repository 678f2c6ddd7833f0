import type { call } from '../../../shared/api/index.ts';
import { addManualImage } from '../../../shared/contracts/manual-authoring.contract.ts';
import { getManualImage } from '../../../shared/contracts/manuals.contract.ts';

export interface AddedPicture {
  readonly image: string;
  readonly width: string;
  readonly height: string;
}

/** Pictures of a manual. They require the user's token, so the page cannot load them by URL. */
export function createPictures({ send, manualId }: { readonly send: typeof call; readonly manualId: string }) {
  const kept = new Map<string, Promise<string>>();

  /** Object URL, valid until `stop`. Throws ApiError. */
  function shown(sha256: string): Promise<string> {
    const before = kept.get(sha256);
    if (before) return before;
    const asked = send(getManualImage, { params: { id: manualId, sha256 } }).then((blob) =>
      URL.createObjectURL(blob as Blob),
    );
    kept.set(sha256, asked);
    asked.catch(() => kept.delete(sha256));
    return asked;
  }

  /** Uploads a picture. Throws ApiError. */
  async function add(file: File): Promise<AddedPicture> {
    const body = new FormData();
    body.append('file', file, file.name || 'picture.png');
    const { sha256, width, height } = await send(addManualImage, { params: { id: manualId }, body } as never);
    kept.set(sha256, Promise.resolve(URL.createObjectURL(file)));
    return { image: sha256, width: String(width), height: String(height) };
  }

  return {
    shown,
    add,
    stop(): void {
      for (const address of kept.values()) address.then(URL.revokeObjectURL, () => undefined);
      kept.clear();
    },
  };
}
export type Pictures = ReturnType<typeof createPictures>;
