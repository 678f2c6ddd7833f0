import { type ReactNode, useState } from 'react';
import { call, codeOf } from '../../shared/api/index.ts';
import { type Look, listLooks } from '../../shared/contracts/looks.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { HostText } from '../host-text.ts';
import { looksMessages } from './looks.messages.ts';
import './looks.css';

interface Props {
  readonly send?: typeof call;
  readonly onClose: () => void;
  readonly t: HostText;
}

/** Who has viewed the user's confidential data. */
export function LooksDialog({ send = call, onClose, t }: Props): ReactNode {
  return (
    <Dialog title={t('host.looks')} onClose={onClose}>
      <Looks send={send} />
    </Dialog>
  );
}

function Looks({ send }: Required<Pick<Props, 'send'>>): ReactNode {
  const t = useMessages(looksMessages);
  const [first, reload] = useLoaded('looks', (signal) => send(listLooks, { query: {}, signal }));
  const [earlier, setEarlier] = useState<{ readonly looks: readonly Look[]; readonly next: string | null }>();
  if (first.status === 'failed') return <LoadFailed code={codeOf(first.error)} onRetry={reload} t={t} />;
  if (first.status === 'loading') return <Skeleton rows={4} label={t('loading')} />;
  const looks = [...first.value.looks, ...(earlier?.looks ?? [])];
  const next = earlier ? earlier.next : first.value.next;
  if (looks.length === 0) return <EmptyState title={t('empty')} text={t('empty.more')} />;
  const showEarlier = async (before: string) => {
    try {
      const page = await send(listLooks, { query: { before } });
      setEarlier({ looks: [...(earlier?.looks ?? []), ...page.looks], next: page.next });
    } catch (error) {
      showProblem(error);
    }
  };
  return (
    <div className="looks">
      <p className="second">{t('about')}</p>
      <ul aria-label={t('list')}>
        {looks.map(({ id, at, viewer, onBehalfOf, kind, process }) => (
          <li key={id} className="row">
            <Avatar name={viewer?.name ?? t('former')} picture={viewer?.avatar} size={32} />
            <div className="grow">
              <p className="strong">
                {viewer?.name ?? t('former')} {onBehalfOf && t('behalf', { name: onBehalfOf.name })}
              </p>
              <p className="s second">{[kind, process].filter(Boolean).join(' · ')}</p>
            </div>
            <time className="s muted" dateTime={at}>
              {formatDayAndTime(at)}
            </time>
          </li>
        ))}
      </ul>
      {next !== null && <Button onClick={() => void showEarlier(next)}>{t('more')}</Button>}
    </div>
  );
}
