import { useEffect } from 'react';

/** Names the page in the browser's tab, with what waits in it: `(3) Inbox · Verva`. */
export function usePageTitle(title: string, waiting = ''): void {
  useEffect(() => {
    document.title = `${waiting && `(${waiting}) `}${title} · Verva`;
  }, [title, waiting]);
}
