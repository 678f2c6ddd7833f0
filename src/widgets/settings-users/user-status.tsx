import type { ReactNode } from 'react';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import type { Account } from './users.store.ts';
import type { UsersText } from './users-text.ts';

const SHAPES: Readonly<Record<Account['status'], Status>> = {
  active: 'active',
  invited: 'notdue',
  disabled: 'inactive',
  erased: 'cancelled',
};

/** Whether a user can sign in, as shape and word. */
export function UserStatus({ status, t }: { readonly status: Account['status']; readonly t: UsersText }): ReactNode {
  return <StatusText status={SHAPES[status]}>{t(`status.${status}`)}</StatusText>;
}
