import { useSignals } from '@preact/signals-react/runtime';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../../shared/api/index.ts';
import type { Absence, Absences, PersonAbsences } from '../../../shared/contracts/delegations.contract.ts';
import { addDays, formatDay, useMessages } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type Bar, coverOf, type Frame } from '../preview/timeline.rules.ts';
import { Timeline, type TimelineRow } from '../preview/timeline.tsx';
import { useLiveStore } from '../use-live-store.ts';
import { calendarMessages } from './calendar.messages.ts';
import { createCalendar } from './calendar.store.ts';
import { type Gap, GapList } from './gap-list.tsx';

interface Props {
  readonly signedIn: boolean;
  /** Name of the user. */
  readonly name: string;
  /** Whether the user may change delegations of others. */
  readonly isAdmin: boolean;
  /** Opens a delegation to choose who covers. */
  readonly onCover: (gap: Gap) => void;
}

/** Six weeks of absences: the user's own, those of people for whom they cover, and those of their team. */
export function CalendarView({ signedIn, name, isAdmin, onCover }: Props): ReactNode {
  useSignals();
  const t = useMessages(calendarMessages);
  const store = useMemo(() => createCalendar(call), []);
  useLiveStore(store, signedIn);

  const { value: state } = store.state;
  const frame = store.frame.value;
  const label = t('label', { from: formatDay(frame.from), until: formatDay(addDays(frame.from, frame.days - 1)) });
  return (
    <div className="page">
      <div className="row absences-head">
        <h2 className="t2 grow">{label}</h2>
        <IconButton icon={ChevronLeft} label={t('previous')} onClick={() => store.move(-1)} />
        <Button small onClick={() => store.move(0)}>
          {t('today')}
        </Button>
        <IconButton icon={ChevronRight} label={t('next')} onClick={() => store.move(1)} />
      </div>
      {state.status === 'loading' && <Skeleton rows={4} label={t('loading')} />}
      {state.status === 'failed' && (
        <EmptyState mark="failed" title={t('failed')}>
          <Button onClick={() => void store.load()}>{t('retry')}</Button>
        </EmptyState>
      )}
      {state.status === 'ready' && (
        <div role="status" className="stack absences">
          <Rows absences={state.absences} frame={frame} label={label} name={name} />
          <GapList absences={state.absences} name={name} isAdmin={isAdmin} onCover={onCover} />
        </div>
      )}
    </div>
  );
}

function Rows({
  absences,
  frame,
  label,
  name,
}: {
  readonly absences: Absences;
  readonly frame: Frame;
  readonly label: string;
  readonly name: string;
}): ReactNode {
  const t = useMessages(calendarMessages);
  const { own, incoming, team, teamSize } = absences;
  const groups = [
    { title: t('own'), rows: own.length > 0 ? [{ key: 'own', name, bars: barsOf(own) }] : [] },
    { title: t('incoming'), rows: incoming.map(rowOf) },
    { title: t('team'), rows: team.map(rowOf) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyMore')} />
      ) : (
        <div className="card card-body">
          <Timeline label={label} frame={frame} groups={groups} />
        </div>
      )}
      {teamSize > 0 && <p className="s second">{t('rest', { count: teamSize - team.length })}</p>}
    </>
  );
}

const rowOf = ({ user, periods }: PersonAbsences): TimelineRow => ({
  key: user.key,
  name: user.name,
  avatar: user.avatar,
  bars: barsOf(periods),
});

/** A row says whether the absence is covered, and by whom. */
const barsOf = (periods: readonly Absence[]): Bar[] =>
  periods.flatMap((absence) =>
    absence.replaceVerva
      ? coverOf(absence, absence.gaps).map((bar) =>
          bar.kind === 'covered' ? { ...bar, delegate: absence.delegate.name } : bar,
        )
      : [{ kind: 'gap' as const, startDate: absence.startDate, endDate: absence.endDate }],
  );
