import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface IconProps {
  /** The icon, imported by name from lucide-react, so that a bundle contains only the icons it uses. */
  readonly of: LucideIcon;
  /** 14 px in running text, 20 px for large; 16 px (20 on mobile) otherwise. */
  readonly size?: 's' | 'l';
  readonly className?: string;
}

/** An icon next to text. An icon without text needs a label on its button. */
export function Icon({ of: Drawing, size, className = '' }: IconProps): ReactNode {
  return <Drawing className={`i ${size ? `i-${size}` : ''} ${className}`} aria-hidden="true" />;
}
