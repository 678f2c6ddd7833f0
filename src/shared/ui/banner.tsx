import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface BannerProps {
  /** Red is for failures only and is announced at once. */
  readonly tone?: 'info' | 'amber' | 'red' | 'green';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  /** A button or link at the end. */
  readonly action?: ReactNode;
}

const ICONS = { info: Info, green: Info, amber: TriangleAlert, red: CircleAlert } as const;

/** A message that stays until its cause is resolved. */
export function Banner({ tone = 'info', icon = ICONS[tone], children, action }: BannerProps): ReactNode {
  return (
    <div className={`banner ${tone}`} role={tone === 'red' ? 'alert' : 'status'}>
      <Icon of={icon} />
      <span className="grow">{children}</span>
      {action}
    </div>
  );
}
