import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface IconProps {
  /** The drawing, imported by name from lucide-react, so that a bundle holds only what it shows. */
  readonly of: LucideIcon;
  /** 14 px in running text, 20 px where there is room; 16 px (20 on mobile) otherwise. */
  readonly size?: 's' | 'l';
  readonly className?: string;
}

/** A drawing beside words. What stands alone needs a name on its button. */
export function Icon({ of: Drawing, size, className = '' }: IconProps): ReactNode {
  return <Drawing className={`i ${size ? `i-${size}` : ''} ${className}`} aria-hidden="true" />;
}
