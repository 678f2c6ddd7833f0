import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import type { call } from '../../shared/api/index.ts';
import { codeOf } from '../../shared/api/index.ts';
import { printFilters } from '../../shared/contracts/filters.rules.ts';
import type { Person } from '../../shared/contracts/people.contract.ts';
import { listRecords } from '../../shared/contracts/records.contract.ts';
import type { RightsOverview } from '../../shared/contracts/rights.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RightsText } from './rights-text.ts';

type Right = RightsOverview['rights'][number];

interface Props {
  readonly rights: readonly Right[];
  readonly send: typeof call;
  readonly t: RightsText;
}

/** Users that an opened right shows; the page of users has all of them. */
const SHOWN = 20;

/** Each right with the groups that grant it; opened, with the users that have it. */
export function RightList({ rights, send, t }: Props): ReactNode {
  const heading = useId();
  return (
    <section className="card rights-card" aria-labelledby={heading}>
      <header className="stack">
        <h2 className="t2" id={heading}>
          {t('byRight')}
        </h2>
        <p className="s second">{t('byRight.more')}</p>
      </header>
      <ul className="rights-list">
        {rights.map((right) => (
          <li key={right.id}>
            <OneRight right={right} send={send} t={t} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneRight({ right, send, t }: { readonly right: Right } & Omit<Props, 'rights'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="row row-12">
        <span className="grow">{t(`right.${right.id}`)}</span>
        <span className="xs muted">{t('users', { count: right.users })}</span>
      </summary>
      {isOpen && (
        <div className="rights-opened">
          <p className="xs muted">{t('members.title')}</p>
          <p className="row row-12 wrap">
            {right.groups.map(({ id, name, users }) => (
              <Link key={id} href={`/settings/groups?id=${encodeURIComponent(id)}`} className="link s">
                {t('members', { group: name, count: users })}
              </Link>
            ))}
          </p>
          {right.users === 0 ? (
            <p className="s second">{t('users.none')}</p>
          ) : (
            <UsersOf right={right} send={send} t={t} />
          )}
        </div>
      )}
    </details>
  );
}

function UsersOf({ right, send, t }: { readonly right: Right } & Omit<Props, 'rights'>): ReactNode {
  const query = printFilters([
    { column: 'groups', operation: 'in', value: right.groups.map(({ id }) => id).join(',') },
    { column: 'status', operation: 'eq', value: 'active' },
  ]);
  const [found, reload] = useLoaded(query, (signal) =>
    send(listRecords, {
      params: { resource: 'people' },
      query: new URLSearchParams(`${query}&limit=${SHOWN}`),
      signal,
    }),
  );
  if (found.status === 'failed') return <LoadFailed code={codeOf(found.error)} onRetry={reload} t={t} />;
  if (found.status === 'loading') return <Skeleton rows={2} label={t('loading')} />;
  const people = found.value.items as unknown as readonly Person[];
  return (
    <>
      <ul className="rights-people">
        {people.map(({ id, user }) => (
          <li key={id}>
            <Link href={`/settings/rights?user=${encodeURIComponent(user.id)}`} className="row link s">
              <Avatar name={user.name} picture={user.avatar} />
              {user.name}
            </Link>
          </li>
        ))}
      </ul>
      {right.users > people.length && (
        <Link href={`/settings/users?${query}`} className="link s">
          {t('users.all', { count: right.users })}
        </Link>
      )}
    </>
  );
}
