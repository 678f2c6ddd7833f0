import { pageWideSignal } from '../page/page-wide.ts';

/** Address of the API: the origin of this code, unless set by `setApiBase`. Without a trailing slash. */
export const apiBase = pageWideSignal<string>('api-base', new URL(import.meta.url).origin);

/** Sets the server of the whole page. Relative addresses are resolved against the page. */
export function setApiBase(address: string): void {
  apiBase.value = new URL(address, document.baseURI).href.replace(/\/+$/, '');
}

/** The absolute address of a path such as `/api/tasks`. */
export function apiUrl(path: string): string {
  return apiBase.peek() + path;
}
