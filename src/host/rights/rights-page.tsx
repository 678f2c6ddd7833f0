import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { call, codeOf } from '../../shared/api/index.ts';
import { getRights, getUserRights, type RightsOverview } from '../../shared/contracts/rights.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { parameterOf } from '../list-address.ts';
import { RightList } from './right-list.tsx';
import { RightSettingsCard } from './right-settings.tsx';
import { rightsMessages } from './rights.messages.ts';
import { UserCard } from './user-card.tsx';
import './rights.css';

interface Props {
  readonly send?: typeof call;
}

/** Who may do what, and why: by user, by right, and the settings of rights (ROLE-01, ROLE-02). */
export function RightsPage({ send = call }: Props): ReactNode {
  return (
    <DocumentWidget>
      <Rights send={send} />
    </DocumentWidget>
  );
}

function Rights({ send }: Required<Props>): ReactNode {
  const t = useMessages(rightsMessages);
  const user = parameterOf(useSearch(), 'user');
  const [overview, reload] = useLoaded<RightsOverview>('rights', (signal) => send(getRights, { signal }));
  const [found, findAgain] = useLoaded(user, (signal) =>
    user === '' ? Promise.resolve(null) : send(getUserRights, { params: { userId: user }, signal }),
  );
  // The first user of the address: the cards below would move when the reasons appear.
  const [isShown, setShown] = useState(user === '');
  if (!isShown && found.status !== 'loading') setShown(true);
  if (overview.status === 'failed') return <LoadFailed code={codeOf(overview.error)} onRetry={reload} t={t} />;
  if (overview.status === 'loading' || !isShown) return <Skeleton rows={8} label={t('loading')} />;
  const { rights, confidential, settings } = overview.value;
  return (
    <div className="page rights-page">
      <UserCard user={user} found={found} onRetry={findAgain} t={t} />
      <RightList rights={rights} send={send} t={t} />
      <RightSettingsCard settings={settings} confidential={confidential} send={send} onSaved={reload} t={t} />
    </div>
  );
}
