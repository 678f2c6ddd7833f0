import { type ReactNode, useId } from 'react';
import { useLocation } from 'wouter';
import { codeOf } from '../../shared/api/index.ts';
import type { UserRights } from '../../shared/contracts/rights.contract.ts';
import type { Loaded } from '../../shared/lists/use-loaded.ts';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RightsText } from './rights-text.ts';
import { UserReasons } from './user-reasons.tsx';

interface Props {
  /** Username; empty: none. */
  readonly user: string;
  readonly found: Loaded<UserRights | null>;
  readonly onRetry: () => void;
  readonly t: RightsText;
}

/** Chooses a user and shows what that user may do. The user is part of the address, so that links and Back work. */
export function UserCard({ user, found, onRetry, t }: Props): ReactNode {
  const heading = useId();
  const [path, navigate] = useLocation();
  const rights = found.status === 'ready' ? found.value : null;
  return (
    <section className="card rights-card" aria-labelledby={heading}>
      <h2 className="t2" id={heading}>
        {t('why')}
      </h2>
      <div className="rights-user">
        <PersonField
          label={t('user')}
          value={rights?.user ?? null}
          onChange={(chosen) => navigate(chosen ? `${path}?user=${encodeURIComponent(chosen.id)}` : path)}
        />
      </div>
      {user === '' && <p className="s second">{t('user.none')}</p>}
      {user !== '' && found.status === 'loading' && <Skeleton rows={4} label={t('loading')} />}
      {found.status === 'failed' && <LoadFailed code={codeOf(found.error)} onRetry={onRetry} t={t} />}
      {rights && <UserReasons rights={rights} t={t} />}
    </section>
  );
}
