import { useSignals } from '@preact/signals-react/runtime';
import { UserRoundCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { getSession, type Session } from '../../shared/contracts/session.contract.ts';
import { formatDay } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import type { InboxText } from './inbox-text.ts';

type Delegations = Pick<Session, 'standsFor' | 'replacedBy'>;

/** Banner above the list: whose delegated tasks it includes, and who does the user's own (DEL-10). */
export function DelegationNotice({ t }: { readonly t: InboxText }): ReactNode {
  useSignals();
  const signedIn = shownSession.value;
  const [newer, setNewer] = useState<{ readonly than: Session | null; readonly delegations: Delegations } | null>(null);

  const { status } = session.value;
  useEffect(() => {
    // Avoids repeated refusals while signed out.
    if (status !== 'signed-in') return;
    return onLive(['delegation.changed', 'resync'], () => {
      const than = shownSession.peek();
      call(getSession, {}).then(
        (delegations) => setNewer({ than, delegations }),
        // The previous banner stays; the next event or visit corrects it.
        () => undefined,
      );
    });
  }, [status]);

  const delegations = newer && newer.than === signedIn ? newer.delegations : signedIn;
  if (!delegations) return null;
  const { standsFor = [], replacedBy = null } = delegations;
  if (standsFor.length === 0 && replacedBy === null) return null;
  return (
    <div className="cover">
      <Banner icon={UserRoundCheck}>
        {replacedBy && (
          <span className="block">
            {t('inbox.replacedBy', { delegate: replacedBy.user.name, date: formatDay(replacedBy.until) })}
          </span>
        )}
        {standsFor.map(({ user, until }) => (
          <span className="block" key={user.key}>
            {t('inbox.standsFor', { owner: user.name, date: formatDay(until) })}
          </span>
        ))}
      </Banner>
    </div>
  );
}
