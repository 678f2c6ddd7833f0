import { useSignals } from '@preact/signals-react/runtime';
import { Award, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { onLive } from '../../../shared/api/live.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatDay, formatDayAndTime, today } from '../../../shared/locale/dates.ts';
import { daysBetween } from '../../../shared/locale/days.ts';
import type { Messages, Translate } from '../../../shared/locale/messages.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import { session } from '../../../shared/session/index.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { SearchBox } from '../../../shared/ui/search-box.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusText } from '../../../shared/ui/status-shape.tsx';
import styles from '../../../shared/ui/styles/manual-lists.css?inline';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { shapeOf } from '../manual.rules.ts';
import type { Place } from '../place.ts';
import { manualListsMessages } from './lists.messages.ts';
import { createLists, type ListName, type Row } from './lists.store.ts';

const ReceiptDialog = containedPart(() => import('../parts/receipt-dialog.tsx'), 'ReceiptDialog');

type ListText = typeof manualListsMessages extends Messages<infer Key> ? Translate<Key> : never;

interface Props {
  readonly place: Place;
  readonly onGo: (next: Place) => void;
}

const NAMES = ['to-read', 'all', 'confirmed'] as const satisfies readonly ListName[];

/** Manuals to read, all manuals, and confirmed manuals. */
export function ManualLists({ place, onGo }: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(manualListsMessages);
  const store = useMemo(() => createLists(call), []);
  const [q, setQ] = useState('');
  const [receiptOf, setReceiptOf] = useState<Row | null>(null);
  const { view } = place;
  const signedIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (signedIn) void store.show(view, q);
  }, [store, signedIn, view, q]);
  useEffect(() => {
    const off = onLive(['manual.assigned', 'manual.released', 'reading.changed', 'resync'], () => void store.refresh());
    return () => {
      off();
      store.stop();
    };
  }, [store]);

  const now = store.rows.value;
  const count = store.toRead.value;
  const open = ({ manualId, reading, number }: Row) =>
    onGo({
      view,
      manualId,
      readingId: reading?.id ?? null,
      number: view === 'confirmed' ? number : null,
    });
  return (
    <div className="manuals">
      <div className="manuals-tabs">
        <Tabs
          label={t('tabs')}
          idPrefix="manuals"
          tabs={NAMES.map((id) => ({
            id,
            label: t(id),
            ...(id === 'to-read' && count !== null ? { count } : {}),
          }))}
          current={view}
          onChange={(next) => {
            setQ('');
            onGo({ view: next, manualId: null, readingId: null, number: null });
          }}
        />
      </div>
      <div
        className="manuals-body"
        role="tabpanel"
        id={`manuals-panel-${view}`}
        aria-labelledby={`manuals-tab-${view}`}
      >
        <div className="manuals-tools">
          <SearchBox label={t('search')} value={q} onSearch={setQ} />
        </div>
        {now.status === 'loading' && <Skeleton rows={5} label={t('loading')} />}
        {now.status === 'failed' && (
          <EmptyState mark="failed" title={problemText(now.error)}>
            <Button onClick={() => void store.show(view, q)}>{t('retry')}</Button>
          </EmptyState>
        )}
        {now.status === 'ready' && (
          <>
            <p className="sr" role="status">
              {q && t('found', { count: now.rows.length })}
            </p>
            {now.rows.length === 0 ? (
              <Nothing view={view} q={q} onClear={() => setQ('')} t={t} />
            ) : (
              <ul className="manual-rows card">
                {now.rows.map((row) => (
                  <ManualRow
                    key={row.id}
                    row={row}
                    view={view}
                    onOpen={() => open(row)}
                    onReceipt={() => setReceiptOf(row)}
                    t={t}
                  />
                ))}
              </ul>
            )}
            {now.next && (
              <Button className="more" onClick={() => void store.load(true)}>
                {t('more')}
              </Button>
            )}
          </>
        )}
      </div>
      {receiptOf?.reading?.receiptId && (
        <Suspense>
          <ReceiptDialog id={receiptOf.reading.receiptId} title={receiptOf.title} onClose={() => setReceiptOf(null)} />
        </Suspense>
      )}
    </div>
  );
}

function Nothing({
  view,
  q,
  onClear,
  t,
}: {
  readonly view: ListName;
  readonly q: string;
  readonly onClear: () => void;
  readonly t: ListText;
}): ReactNode {
  if (q)
    return (
      <EmptyState title={t('nothing', { query: q })}>
        <Button onClick={onClear}>{t('clear')}</Button>
      </EmptyState>
    );
  return <EmptyState title={t(`none.${view}`)} text={t(`noneMore.${view}`)} />;
}

interface RowProps {
  readonly row: Row;
  readonly view: ListName;
  readonly onOpen: () => void;
  readonly onReceipt: () => void;
  readonly t: ListText;
}

function ManualRow({ row, view, onOpen, onReceipt, t }: RowProps): ReactNode {
  const { reading, title, code, number, group } = row;
  const isOpen = reading?.state === 'pending' || reading?.state === 'held';
  const facts = [
    code,
    number !== null && t('version', { number }),
    view === 'confirmed' && reading?.languageId && languageName(reading.languageId),
    group,
    view === 'confirmed' && reading?.readAt && t('confirmedOn', { time: formatDayAndTime(reading.readAt) }),
  ];
  const late = reading?.dueOn ? daysBetween(reading.dueOn, today()) : 0;
  return (
    <li className="manual-row">
      <button type="button" className="manual-open" onClick={onOpen}>
        <span className="grow stack">
          <span className="manual-name">{title}</span>
          <span className="xs muted facts-line">
            {facts.filter(Boolean).join(' · ')}
            {reading?.cancelReason && ` · ${reading.cancelReason}`}
          </span>
        </span>
        {isOpen && reading.asks === 'changes' && reading.baseNumber !== null && (
          <Badge tone="info">{t('changesOnly')}</Badge>
        )}
        {isOpen && reading.progress > 0 && (
          <span className="xs muted begun">{t('begun', { percent: Math.floor(reading.progress * 100) })}</span>
        )}
        <span className="manual-state stack">
          {reading ? (
            <>
              <StatusText status={shapeOf(reading)}>
                {reading.state === 'held' ? t('held') : t(reading.color)}
              </StatusText>
              {isOpen && reading.dueOn && (
                <span className="xs muted">
                  {late >= 0
                    ? t('late', { count: late })
                    : -late <= 7
                      ? t('left', { count: -late })
                      : t('due', { date: formatDay(reading.dueOn) })}
                </span>
              )}
            </>
          ) : (
            <span className="xs muted">{t('noDuty')}</span>
          )}
        </span>
        <Icon of={ChevronRight} className="muted" />
      </button>
      {view === 'confirmed' && reading?.receiptId && (
        <IconButton icon={Award} label={t('receiptOf', { title })} onClick={onReceipt} />
      )}
    </li>
  );
}
