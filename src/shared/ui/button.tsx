import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  readonly kind?: 'default' | 'primary' | 'danger' | 'danger-text' | 'ghost' | 'ghost-danger' | 'soft';
  readonly icon?: LucideIcon;
  readonly small?: boolean;
  readonly wide?: boolean;
  /** In progress: shows a spinner with its own text and ignores clicks. */
  readonly busy?: boolean;
  /** Not available now. Stays focusable, so that `title` or a description can say why. */
  readonly blocked?: boolean;
}

const CLASSES = {
  default: '',
  primary: 'primary',
  danger: 'danger',
  'danger-text': 'danger-text',
  ghost: 'ghost',
  'ghost-danger': 'ghost danger-text',
  soft: 'soft',
} as const;

/** A button that runs an action. At most one primary button per view. */
export function Button({
  kind = 'default',
  icon,
  small,
  wide,
  busy,
  blocked,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  const inert = busy || blocked;
  return (
    <button
      {...rest}
      type={type}
      className={`btn ${CLASSES[kind]} ${small ? 'small' : ''} ${wide ? 'wide' : ''} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={blocked || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (inert) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className="spin" /> : icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'wide'> {
  readonly icon: LucideIcon;
  /** Name of the action, for screen readers and as tooltip. */
  readonly label: string;
}

/** A button with an icon only. */
export function IconButton({ icon, label, className = '', busy, ...rest }: IconButtonProps): ReactNode {
  return (
    <Button
      kind="ghost"
      {...rest}
      busy={busy ?? false}
      className={`icon ${className}`}
      aria-label={label}
      title={label}
    >
      {!busy && <Icon of={icon} />}
    </Button>
  );
}
