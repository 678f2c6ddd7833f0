import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { type HrAccess, listHrAccess } from '../../shared/contracts/hr-access.contract.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';
import { dayOf, formatDayAndTime, formatNearDay, formatTime, timeZone } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { CardSection } from './card-section.tsx';
import type { HrCardText } from './hr-card-text.ts';
import type { SectionProps } from './section-props.ts';

/** Entries that are shown at first. */
const LAST = 3;
const PAGE = 50;

const createAccess = (userId: string) =>
  createPagedList({ limit: LAST }, async ({ limit }, after, signal) => {
    const query = { limit, ...(after && { after }) };
    const { items, next } = await call(listHrAccess, { params: { userId }, query, signal });
    return { items, next };
  });

/** Who opened, changed or exported data of this card: the last three, then all. */
export function AccessSection({ store, user, t }: SectionProps): ReactNode {
  useSignals();
  const [access] = useState(() => createAccess(user.key));
  const turn = store.turn.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn says when to read again
  useEffect(() => {
    void access.load();
    return access.stop;
  }, [access, turn]);
  const { value: list } = access.list;
  const isAll = access.filter.value.limit === PAGE;
  const hasMore = list.status === 'ready' && list.next !== null;
  const all = (isAll || hasMore) && (
    <Button kind="ghost" small onClick={() => access.narrow({ limit: isAll ? LAST : PAGE })}>
      {t(isAll ? 'log.fewer' : 'log.all')}
    </Button>
  );
  return (
    <CardSection title={t(user.may.needsReason ? 'log' : 'log.own')} className="log" actions={all}>
      {list.status === 'loading' && <Skeleton rows={3} label={t('loading')} />}
      {list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void access.load()} t={t} />}
      {list.status === 'ready' && list.items.length === 0 && <p className="hr-none">{t('log.none')}</p>}
      {list.status === 'ready' && list.items.length > 0 && (
        <ul className="hr-rows">
          {list.items.map((entry) => (
            <Entry key={entry.id} entry={entry} t={t} />
          ))}
        </ul>
      )}
      {isAll && hasMore && (
        <p className="hr-more">
          <Button small onClick={() => access.more().catch(showProblem)}>
            {t('log.more')}
          </Button>
        </p>
      )}
      <p className="hr-note">{t('log.about')}</p>
    </CardSection>
  );
}

function Entry({ entry, t }: { readonly entry: HrAccess; readonly t: HrCardText }): ReactNode {
  const { at, viewer, roleName, kind, verb, reason, times } = entry;
  const name = viewer?.name ?? t('log.gone');
  const what = t('log.what', { what: t(`what.${kind}`), verb: t(`verb.${verb}`) });
  return (
    <li className="hr-row hr-entry">
      <Avatar name={name} picture={viewer?.avatar} />
      <div className="stack grow">
        <p className="s">
          <span className="strong">{name}</span>
          {roleName && <span className="second">, {roleName}</span>}
        </p>
        <p className="xs muted">{times > 1 ? `${what}, ${t('log.times', { count: times })}` : what}</p>
        {reason && <p className="xs muted hr-text">{t('log.reason', { reason })}</p>}
      </div>
      <time className="xs muted nowrap" dateTime={at} title={formatDayAndTime(at)}>
        {`${formatNearDay(dayOf(at, timeZone.value))} ${formatTime(at)}`}
      </time>
    </li>
  );
}
