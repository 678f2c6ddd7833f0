import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { takeMailLink } from '../mailed/mail-link.ts';
import { TaskActionPage } from './task-action.tsx';
import { UnsubscribePage } from './unsubscribe.tsx';

// As soon as this code is here, before anything is drawn or fetched.
takeMailLink();

/** The page to which a mail led. */
export function MailPage(): ReactNode {
  const [path] = useLocation();
  return path.startsWith('/unsubscribe') ? <UnsubscribePage /> : <TaskActionPage />;
}
