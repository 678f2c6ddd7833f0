import { apiUrl } from '../api/base.ts';

/** Opens a page of the application in a new tab. `ask` dispatches the event, by which the page can open it itself. */
export function openApplication(path: string, ask: () => boolean): void {
  if (ask()) window.open(apiUrl(path), '_blank', 'noopener');
}
