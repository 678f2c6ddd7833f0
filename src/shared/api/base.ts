import { pageWideSignal } from '../page/page-wide.ts';

/** Where the API is: the server this code came from, unless `setApiBase` named another. Without a slash at the end. */
export const apiBase = pageWideSignal<string>('api-base', new URL(import.meta.url).origin);

/** Names the server of the whole page. Relative addresses are meant from the page. */
export function setApiBase(address: string): void {
  apiBase.value = new URL(address, document.baseURI).href.replace(/\/+$/, '');
}

/** The absolute address of a path such as `/api/tasks`. */
export function apiUrl(path: string): string {
  return apiBase.peek() + path;
}
