import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { hostMessages } from '../host.messages.ts';
import { type HelpTopic, helpAddress } from './help-topics.ts';

/** Link of a public page to its help, in a new tab, so that typed values stay. */
export function HelpLink({ topic }: { readonly topic: HelpTopic }): ReactNode {
  const t = useMessages(hostMessages);
  return (
    <a
      className="btn ghost help-link"
      href={helpAddress(topic)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('host.help')}, ${t('host.newTab')}`}
    >
      <Icon of={CircleHelp} />
      {t('host.help')}
    </a>
  );
}
