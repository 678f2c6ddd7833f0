import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { takeMailLink } from '../email-actions/mail-link.ts';
import { EmailChangePage } from './email-change.tsx';
import { TaskActionPage } from './task-action.tsx';
import { UnsubscribePage } from './unsubscribe.tsx';

// As soon as this module loads, before anything is rendered or fetched.
takeMailLink();
// Pasting another link of the same page into this tab changes only the fragment.
addEventListener('hashchange', () => location.reload());

/** Page that an e-mail links to. */
export function MailPage(): ReactNode {
  const [path] = useLocation();
  if (path.startsWith('/email-')) return <EmailChangePage kind={path.startsWith('/email-undo') ? 'undo' : 'confirm'} />;
  return path.startsWith('/unsubscribe') ? <UnsubscribePage /> : <TaskActionPage />;
}
