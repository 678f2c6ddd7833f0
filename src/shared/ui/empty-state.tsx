import type { ReactNode } from 'react';

export interface EmptyStateProps {
  /** The end of the path: a tick where nothing is left to do, a gap where something failed. */
  readonly mark?: 'done' | 'failed';
  readonly title: string;
  /** The next step or the cause, in one sentence. */
  readonly text?: ReactNode;
  /** Actions: a button. */
  readonly children?: ReactNode;
}

/** Placeholder of an empty list or page. */
export function EmptyState({ mark = 'done', title, text, children }: EmptyStateProps): ReactNode {
  return (
    <div className="empty" role={mark === 'failed' ? 'alert' : undefined}>
      <svg className="mark" viewBox="0 0 96 64" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <circle cx="10" cy="32" r="7" />
        <rect x="31" y="20" width="30" height="24" rx="6" />
        {mark === 'done' ? (
          <>
            <path d="M17 32h14M61 32h14" />
            <circle cx="83" cy="32" r="8" strokeWidth="3" />
            <path d="m79.5 32 2.5 2.5 4.5-5" strokeLinecap="round" strokeLinejoin="round" />
          </>
        ) : (
          <>
            <path d="M17 32h14M61 32h5M72 32h4" />
            <path d="m82 27 10 10m0-10L82 37" strokeLinecap="round" />
          </>
        )}
      </svg>
      <p className="t3 text-text">{title}</p>
      {text && <p className="s">{text}</p>}
      {children}
    </div>
  );
}
