import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualText, Reading } from '../../../shared/contracts/manuals.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatDay, formatDayAndTime } from '../../../shared/locale/dates.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { timeZone } from '../../../shared/locale/language.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import styles from '../../../shared/ui/styles/manual-print.css?inline';
import { usePrinting } from '../../../shared/ui/use-printing.ts';
import type { Drawing } from '../text/drawing.ts';
import { manualPartsMessages } from './parts.messages.ts';

interface Props {
  readonly text: ManualText;
  readonly reading: Reading | null;
  readonly drawing: RefObject<Drawing | null>;
}

/** Printed below the text: identifies the version. */
export function PrintSheet({ text, reading, drawing }: Props): ReactNode {
  useStyles(styles);
  const t = useMessages(manualPartsMessages);
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    if (isPrinting) drawing.current?.finish();
  }, [isPrinting, drawing]);
  if (!isPrinting) return null;
  const isRead = reading?.state === 'read' && reading.number === text.number;
  const facts = [
    [t('fact.manual'), `${text.code} ${text.title}`],
    [t('fact.version'), String(text.number)],
    [t('fact.language'), languageName(text.languageId)],
    text.releasedAt && [t('released', { date: formatDay(dayOf(text.releasedAt, timeZone.value)) }), ''],
    [t('fact.confirmed'), isRead && reading.readAt ? formatDayAndTime(reading.readAt) : t('notConfirmed')],
    isRead && ['', reading.user.name],
    [t('fact.text'), text.sha256],
    [t('printed', { time: formatDayAndTime(new Date()) }), ''],
  ].filter((fact) => Array.isArray(fact));
  return (
    <footer className="on-paper">
      {facts.map(([name, value]) => (
        <p key={`${name}${value}`}>
          {name}
          {name && value && ': '}
          <span>{value}</span>
        </p>
      ))}
    </footer>
  );
}
