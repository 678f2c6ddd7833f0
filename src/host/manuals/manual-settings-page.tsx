import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { manualOfPath } from './list/manual-path.ts';
import { ManualsList } from './list/manuals-page.tsx';
import { ManualPage } from './manual-page.tsx';

/** Manual settings for authors: the list, or the manual of the address. */
export function ManualSettingsPage(): ReactNode {
  const [path] = useLocation();
  const id = manualOfPath(path);
  return id === null ? <ManualsList /> : <ManualPage id={id} />;
}
