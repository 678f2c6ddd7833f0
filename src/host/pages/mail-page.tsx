import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { takeMailLink } from '../email-actions/mail-link.ts';
import { EmailChangePage } from './email-change.tsx';
import { TaskActionPage } from './task-action.tsx';
import { UnsubscribePage } from './unsubscribe.tsx';

// As soon as this code is here, before anything is drawn or fetched.
takeMailLink();
// Another link of the same page that is pasted into this tab changes only what stands after `#`.
addEventListener('hashchange', () => location.reload());

/** The page to which a mail led. */
export function MailPage(): ReactNode {
  const [path] = useLocation();
  if (path.startsWith('/email-')) return <EmailChangePage kind={path.startsWith('/email-undo') ? 'undo' : 'confirm'} />;
  return path.startsWith('/unsubscribe') ? <UnsubscribePage /> : <TaskActionPage />;
}
