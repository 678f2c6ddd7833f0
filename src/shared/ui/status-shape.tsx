import type { ReactNode } from 'react';

export type Status = 'overdue' | 'notdue' | 'cancelled' | 'read' | 'active' | 'inactive' | 'open';

const DISC = <circle className="f" cx="8" cy="8" r="6.25" />;

const SHAPES: Readonly<Record<Status, ReactNode>> = {
  overdue: (
    <>
      <path
        className="f"
        d="M7 1.6 1.6 7a1.4 1.4 0 0 0 0 2L7 14.4a1.4 1.4 0 0 0 2 0L14.4 9a1.4 1.4 0 0 0 0-2L9 1.6a1.4 1.4 0 0 0-2 0Z"
      />
      <path className="m" d="M8 4.9v3.6M8 11h.01" />
    </>
  ),
  notdue: (
    <>
      {DISC}
      <path className="m" d="M8 4.8V8l2.2 1.4" />
    </>
  ),
  cancelled: (
    <>
      {DISC}
      <path className="m" d="m5.2 10.8 5.6-5.6" />
    </>
  ),
  read: (
    <>
      {DISC}
      <path className="m" d="m5.2 8.2 2 2 3.6-4.2" />
    </>
  ),
  active: (
    <>
      {DISC}
      <circle cx="8" cy="8" r="2.3" fill="var(--verva-on-status)" />
    </>
  ),
  inactive: (
    <>
      <rect className="f" x="2" y="2" width="12" height="12" rx="2.5" />
      <path className="m" d="M5.2 8h5.6" />
    </>
  ),
  open: DISC,
};

const STATUS_TONES: Readonly<Record<Status, string>> = {
  overdue: 'tone-red',
  notdue: 'tone-amber',
  cancelled: 'tone-grey',
  read: 'tone-green',
  active: 'tone-green',
  inactive: 'tone-red',
  open: 'second',
};

/** Status icon whose shape is readable without colour. Without text next to it, it needs a `label`. */
export function StatusShape({ status, label }: { readonly status: Status; readonly label?: string }): ReactNode {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has an aria-label or is hidden; a title would show as a tooltip
    <svg className={`st ${status}`} viewBox="0 0 16 16" {...name}>
      {SHAPES[status]}
    </svg>
  );
}

/** Status icon with text. */
export function StatusText({ status, children }: { readonly status: Status; readonly children: ReactNode }): ReactNode {
  return (
    <span className={`status ${STATUS_TONES[status]}`}>
      <StatusShape status={status} />
      <span className="cut">{children}</span>
    </span>
  );
}
