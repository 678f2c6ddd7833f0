import type { ReactNode } from 'react';
import { pathOf } from './process-icons.ts';

/** The icon of a process, by the name that its model gives; the default icon without one. */
export function ProcessIcon({ name }: { readonly name: string | null | undefined }): ReactNode {
  return (
    <svg className="i" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={pathOf(name ?? undefined)} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
