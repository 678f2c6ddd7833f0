import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { hostMessages } from '../host.messages.ts';
// Only the type: the sign-in screen must stay small.
import type { HelpTopic } from './help-topics.ts';

/** Link of a public page to its help, in a new tab, so that typed values stay. */
export function HelpLink({ topic }: { readonly topic: HelpTopic }): ReactNode {
  const t = useMessages(hostMessages);
  return (
    <a
      className="btn ghost"
      href={`/help/${topic}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('host.help')}, ${t('host.newTab')}`}
    >
      {t('host.help')}
    </a>
  );
}
