import { useEffect } from 'react';

/** Sets the tab title with the task count: `(3) Inbox · Verva`. */
export function usePageTitle(title: string, waiting = ''): void {
  useEffect(() => {
    document.title = `${waiting && `(${waiting}) `}${title} · Verva`;
  }, [title, waiting]);
}
