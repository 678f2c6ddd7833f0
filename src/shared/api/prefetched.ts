import { pageWide } from '../page/page-wide.ts';

/** Filled by the loader (src/prefetch.ts). */
const answers = pageWide('prefetched', () => new Map<string, Promise<Response>>());

/** Returns the response that the loader prefetched, once; undefined for every other request. */
export function takePrefetched(language: string, token: string | null, url: string): Promise<Response> | undefined {
  const key = [language, token, url].join();
  const answer = answers.get(key);
  answers.delete(key);
  return answer;
}

/** Clears all responses on sign-out. */
export function clearPrefetched(): void {
  answers.clear();
}
