import type { CSSProperties, ReactNode } from 'react';
import { useStyles } from '../../../shared/element/use-styles.ts';
import {
  addDays,
  daysBetween,
  formatDay,
  formatMonth,
  today,
  useLanguage,
  useMessages,
} from '../../../shared/locale/index.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import styles from '../../../shared/ui/styles/timeline.css?inline';
import { daysText } from './days-text.ts';
import { timelineMessages } from './timeline.messages.ts';
import { type Bar, type BarKind, DAILY, type Frame, firstSaturday, labelledDays, placeIn } from './timeline.rules.ts';

export interface TimelineRow {
  readonly key: string;
  /** Name of the user. */
  readonly name: string;
  readonly avatar?: string | undefined;
  readonly bars: readonly Bar[];
}

interface Props {
  /** Label for screen readers; by default that of one delegation. */
  readonly label?: string;
  readonly frame: Frame;
  /** Rows by group; a group may have a title. */
  readonly groups: readonly { readonly title?: string; readonly rows: readonly TimelineRow[] }[];
}

const KINDS: readonly BarKind[] = ['away', 'covered', 'gap'];
/** Frames up to this number of days show weekends. */
const WITH_WEEKENDS = 92;

/** Absences and cover by day: bars for the eye, sentences for screen readers. */
export function Timeline({ label, frame, groups }: Props): ReactNode {
  useStyles(styles);
  const t = useMessages(timelineMessages);
  const language = useLanguage();
  const isDaily = frame.days <= DAILY;
  const last = addDays(frame.from, frame.days - 1);
  const months = [...new Set([formatMonth(frame.from), formatMonth(last)])].join(' – ');
  const shown = KINDS.filter((kind) =>
    groups.some(({ rows }) => rows.some(({ bars }) => bars.some((bar) => bar.kind === kind && placeIn(frame, bar)))),
  );
  const textOf = (bar: Bar) =>
    bar.delegate === undefined
      ? t('bar', { kind: t(bar.kind), days: daysText(bar, language) })
      : t('barOf', { kind: t(bar.kind), delegate: bar.delegate, days: daysText(bar, language) });
  const style = { '--days': frame.days, '--saturday': firstSaturday(frame) } as CSSProperties;
  return (
    <section className="timeline" aria-label={label ?? t('label')} style={style}>
      <div aria-hidden="true" className={frame.days <= WITH_WEEKENDS ? 'tl-grid weekends' : 'tl-grid'}>
        <div className="tl-row">
          <span className="tl-name xs muted">{isDaily && months}</span>
          <span className="tl-days">
            {labelledDays(frame).map((day) => (
              <span key={day} className={isDaily ? 'tl-day' : 'tl-day week'} style={left(frame, day)}>
                {isDaily ? Number(day.slice(8)) : withoutYear(formatDay(day))}
              </span>
            ))}
          </span>
        </div>
        {groups.map(({ title, rows }) => (
          <div key={title ?? ''} className="tl-group">
            {title && <span className="eyebrow">{title}</span>}
            {rows.map((row) => (
              <div key={row.key} className="tl-row">
                <span className="tl-name s">
                  <Avatar name={row.name} picture={row.avatar} size={20} />
                  <span className="cut" title={row.name}>
                    {row.name}
                  </span>
                </span>
                <span className="tl-track">
                  {row.bars.map((bar) => (
                    <TimelineBar key={`${bar.kind}${bar.startDate}`} bar={bar} frame={frame} text={textOf(bar)} />
                  ))}
                  <Today frame={frame} />
                </span>
              </div>
            ))}
          </div>
        ))}
        <div className="tl-legend xs second">
          {shown.map((kind) => (
            <span key={kind} className="row">
              <i className={`tl-bar ${kind}`} />
              {t(kind)}
            </span>
          ))}
        </div>
      </div>
      <ul className="sr">
        {groups.flatMap(({ rows }) =>
          rows.flatMap((row) =>
            row.bars
              .filter((bar) => placeIn(frame, bar))
              .map((bar) => (
                <li key={`${row.key} ${bar.kind} ${bar.startDate}`}>
                  {t('sentence', { name: row.name, text: textOf(bar) })}
                </li>
              )),
          ),
        )}
      </ul>
    </section>
  );
}

function TimelineBar({
  bar,
  frame,
  text,
}: {
  readonly bar: Bar;
  readonly frame: Frame;
  readonly text: string;
}): ReactNode {
  const place = placeIn(frame, bar);
  if (!place) return null;
  const style = { '--start': place.start, '--width': place.width } as CSSProperties;
  return (
    <span className={`tl-bar ${bar.kind}`} style={style} title={text}>
      {bar.delegate && <span className="tl-text xs cut">{bar.delegate}</span>}
    </span>
  );
}

function Today({ frame }: { readonly frame: Frame }): ReactNode {
  const now = today();
  const isWithin = now >= frame.from && daysBetween(frame.from, now) < frame.days;
  return isWithin && <i className="tl-today" style={left(frame, now)} />;
}

const left = (frame: Frame, day: string) => ({ '--start': daysBetween(frame.from, day) }) as CSSProperties;

/** `23 Nov`, `23.11`, `11月23日`. */
const withoutYear = (day: string) => day.replace(/ \d{4}$|^\d{4}年|\.\d{4}$/, '');
