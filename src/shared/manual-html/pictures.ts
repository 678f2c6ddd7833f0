import { callForResponse } from '../api/call.ts';
import { getManualImage } from '../contracts/manuals.contract.ts';

/**
 * Loads the images of a manual, each once, because an `<img>` sends no token. `picture` returns a URL (`blob:`) that is
 * valid until `close`.
 */
export function manualPictures(manualId: string): { picture(sha256: string): Promise<string>; close(): void } {
  const asked = new Map<string, Promise<string>>();
  const addresses: string[] = [];
  let isClosed = false;
  const load = async (sha256: string) => {
    const response = await callForResponse(getManualImage, { params: { id: manualId, sha256 } });
    const address = URL.createObjectURL(await response.blob());
    if (isClosed) URL.revokeObjectURL(address);
    else addresses.push(address);
    return address;
  };
  return {
    picture(sha256) {
      const known = asked.get(sha256) ?? load(sha256);
      asked.set(sha256, known);
      // A request after a failure tries again.
      known.catch(() => asked.delete(sha256));
      return known;
    },
    close() {
      isClosed = true;
      for (const address of addresses) URL.revokeObjectURL(address);
    },
  };
}
