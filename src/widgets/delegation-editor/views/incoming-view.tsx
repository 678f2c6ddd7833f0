import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { call } from '../../../shared/api/index.ts';
import type { Delegation } from '../../../shared/contracts/delegations.contract.ts';
import { formatDay, useMessages } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { CardList, ShowEnded } from '../card-list.tsx';
import { delegationEditorMessages } from '../delegation-editor.messages.ts';
import { coverOf, frameOf } from '../preview/timeline.rules.ts';
import { Timeline } from '../preview/timeline.tsx';
import { ReportPanel } from '../report-panel.tsx';
import { useLiveStore } from '../use-live-store.ts';
import { incomingMessages } from './incoming.messages.ts';
import { createIncoming } from './incoming.store.ts';

interface Props {
  readonly userId: string;
  readonly signedIn: boolean;
}

/** The periods in which the user is the delegate: for whom, when, and what was completed on their behalf. */
export function IncomingView({ userId, signedIn }: Props): ReactNode {
  useSignals();
  const t = useMessages(incomingMessages);
  const editor = useMessages(delegationEditorMessages);
  const store = useMemo(() => createIncoming(call, userId), [userId]);
  useLiveStore(store, signedIn);

  const { value: list } = store.list;
  const selected = store.selected.value;
  const current = list.status === 'ready' ? list.rows.find((row) => row.id === selected) : undefined;
  return (
    <div className={`deleg ${current ? 'opened' : ''}`}>
      <section className="stack cards" aria-label={t('title')}>
        {list.status === 'loading' && <Skeleton rows={3} label={editor('loading')} />}
        {list.status === 'failed' && (
          <EmptyState mark="failed" title={editor('failed')}>
            <Button onClick={() => void store.load()}>{editor('retry')}</Button>
          </EmptyState>
        )}
        {list.status === 'ready' && (
          <>
            <CardList
              cards={list.rows.map((row) => ({
                key: row.id,
                state: row.state,
                person: row.user,
                startDate: row.startDate,
                endDate: row.endDate,
                comment: row.comment,
                isUnsaved: false,
              }))}
              selected={selected}
              onSelect={store.select}
              t={editor}
            />
            <ShowEnded checked={store.showsEnded.value} onChange={store.setShowsEnded} t={editor} />
          </>
        )}
      </section>
      {current ? (
        <Covered key={current.id} delegation={current} store={store} />
      ) : (
        list.status === 'ready' && (
          <div className={`card centred ${list.rows.length > 0 ? 'only-wide' : ''}`}>
            {list.rows.length > 0 ? (
              <EmptyState title={editor('choose')} />
            ) : (
              <EmptyState title={t('empty')} text={t('emptyMore')} />
            )}
          </div>
        )
      )}
    </div>
  );
}

function Covered({
  delegation,
  store,
}: {
  readonly delegation: Delegation;
  readonly store: ReturnType<typeof createIncoming>;
}): ReactNode {
  useSignals();
  const t = useMessages(incomingMessages);
  const editor = useMessages(delegationEditorMessages);
  const title = useId();
  const { user, delegate, startDate, endDate, comment, replaceVerva, state } = delegation;
  const name = user.name;
  const period = { startDate, endDate };
  const gaps = store.gaps.value;
  return (
    <section className="card editor" aria-labelledby={title}>
      <div className="card-head">
        <h2 className="t2 grow cut" id={title} title={name}>
          {t('heading', { name })}
        </h2>
        <IconButton icon={X} label={editor('close')} onClick={() => store.select(delegation.id)} />
      </div>
      <div className="card-body stack">
        <div className="stack">
          <p>
            {replaceVerva
              ? t(`tasks.${state}`, { name, from: formatDay(startDate), until: formatDay(endDate) })
              : t('named')}
          </p>
          {comment && <p className="s second">{comment}</p>}
        </div>
        <Timeline
          frame={frameOf(period)}
          groups={[
            {
              rows: [
                { key: 'owner', name, avatar: user.avatar, bars: [{ kind: 'away', ...period }] },
                {
                  key: 'delegate',
                  name: delegate.name,
                  avatar: delegate.avatar,
                  bars: replaceVerva ? coverOf(period, gaps) : [{ kind: 'gap', ...period }],
                },
              ],
            },
          ]}
        />
        <ReportPanel
          state={store.report.value}
          texts={(when) => ({
            title: t('report', { name }),
            none: t('none', { name }),
            open: when === 'running' ? (count) => t('open', { name, count }) : null,
          })}
          t={editor}
        />
      </div>
    </section>
  );
}
