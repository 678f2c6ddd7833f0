import { useEffect, useState } from 'react';
import { inTime } from '../../shared/ui/in-time.ts';

/** Delay that lets the list load first, yet ends before the user opens a task. */
const LIST_FIRST_MS = 1000;

/**
 * Loads the task form for a page whose list shows without it: the form's code is larger than the list's. Throws while
 * rendering if it cannot be loaded for an open task.
 */
export function useTaskForm(isOpen: boolean): void {
  const [, fail] = useState();
  useEffect(() => {
    const load = () => inTime(import('../../widgets/task-form/index.ts'));
    const failed = (error: unknown) =>
      fail(() => {
        throw error;
      });
    if (isOpen) return void load().catch(failed);
    // A prefetch: if it fails, the code is loaded again with the first task.
    const later = setTimeout(() => load().catch(() => undefined), LIST_FIRST_MS);
    return () => clearTimeout(later);
  }, [isOpen]);
}
