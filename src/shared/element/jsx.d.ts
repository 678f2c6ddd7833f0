import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type ElementProps<Own> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'verva-inbox': ElementProps<{
        'task-id'?: string | undefined;
        detail?: 'none' | undefined;
        view?: string | undefined;
        filters?: string | undefined;
        sort?: string | undefined;
        group?: string | undefined;
        columns?: string | undefined;
        rows?: string | undefined;
        q?: string | undefined;
      }>;
      'verva-profile': ElementProps<{
        section?: 'profile' | 'password' | undefined;
        closable?: boolean | undefined;
        theme?: 'page' | undefined;
      }>;
      'verva-notifications': ElementProps<{ closable?: boolean | undefined; theme?: 'page' | undefined }>;
      'verva-delegation-editor': ElementProps<{ 'user-id'?: string | undefined }>;
      'verva-mass-action': ElementProps<{ 'run-id'?: string | undefined; view?: 'runs' | undefined }>;
      'verva-manual-reader': ElementProps<{
        'manual-id'?: string | undefined;
        'reading-id'?: string | undefined;
        number?: number | undefined;
        language?: string | undefined;
        view?: 'to-read' | 'all' | 'confirmed' | 'manual' | undefined;
      }>;
      'verva-tasks': ElementProps<{ 'task-id'?: string | undefined; query?: string | undefined }>;
      'verva-dropdowns': ElementProps<{ 'dropdown-id'?: string | undefined }>;
      'verva-task-form': ElementProps<{ 'task-id'?: string | undefined }>;
    }
  }
}
