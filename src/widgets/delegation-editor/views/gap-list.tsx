import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Absence, Absences, Days } from '../../../shared/contracts/delegations.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { today, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { daysText } from '../preview/days-text.ts';
import { previewMessages } from '../preview/preview.messages.ts';
import { calendarMessages } from './calendar.messages.ts';

/** Days of an absence without cover. */
export interface Gap {
  /** Who is away; null: the user. */
  readonly user: UserRef | null;
  readonly absence: Absence;
  readonly days: Days;
}

interface Props {
  readonly absences: Absences;
  /** Name of the user. */
  readonly name: string;
  /** Whether the user may change delegations of others. */
  readonly isAdmin: boolean;
  readonly onCover: (gap: Gap) => void;
}

/** Days without cover, with a user who could cover. Users without the right to choose see who has it. */
export function GapList({ absences, name, isAdmin, onCover }: Props): ReactNode {
  const t = useMessages(calendarMessages);
  const tp = useMessages(previewMessages);
  const language = useLanguage();
  const gaps = gapsOf(absences);
  if (gaps.length === 0) return null;
  return (
    <section className="stack" aria-label={t('gaps')}>
      <h3 className="t3">{t('gaps')}</h3>
      <ul className="effects">
        {gaps.map((gap) => {
          const { user, absence, days } = gap;
          const { alternative, delegate, replaceVerva } = absence;
          const isOver = days.endDate < today();
          const mayChoose = user === null || isAdmin;
          const more = [
            alternative && tp('free', { name: alternative.name }),
            !mayChoose && user && t('theirs', { name: user.name }),
          ].filter(Boolean);
          return (
            <li key={keyOf(gap)}>
              <span className="tone-amber">
                <Icon of={TriangleAlert} />
              </span>
              <span className="stack grow">
                <span>
                  {t(replaceVerva ? 'gapAway' : 'gapNamed', {
                    name: user?.name ?? name,
                    delegate: delegate.name,
                    days: daysText(days, language),
                  })}
                </span>
                {!isOver && more.length > 0 && <span className="xs muted">{more.join(' ')}</span>}
              </span>
              {!isOver && mayChoose && (
                <Button small onClick={() => onCover(gap)}>
                  {!replaceVerva
                    ? t('open')
                    : alternative
                      ? tp('cover', { name: alternative.name })
                      : tp('chooseCover')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const keyOf = ({ absence, days }: Gap) => `${absence.id} ${days.startDate}`;

/** The user's own first; a user for whom they cover may belong to their team, too. */
function gapsOf({ own, incoming, team }: Absences): readonly Gap[] {
  const gaps = [
    ...own.flatMap((absence) => uncoveredOf(null, absence)),
    ...[...team, ...incoming].flatMap(({ user, periods }) => periods.flatMap((absence) => uncoveredOf(user, absence))),
  ];
  return gaps.filter((gap, index) => gaps.findIndex((other) => keyOf(other) === keyOf(gap)) === index);
}

function uncoveredOf(user: UserRef | null, absence: Absence): Gap[] {
  const { startDate, endDate, replaceVerva, gaps } = absence;
  return (replaceVerva ? gaps : [{ startDate, endDate }]).map((days) => ({ user, absence, days }));
}
