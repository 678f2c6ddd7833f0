import { type ReactNode, useId } from 'react';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../contracts/notification-kinds.ts';
import type { NotificationChoice, NotificationChoices } from '../../contracts/notifications.contract.ts';
import { useMessages } from '../../locale/index.ts';
import { Field } from '../field.tsx';
import { preferenceRowsMessages } from './preference-rows.messages.ts';

const HOURS = [...Array(24).keys()];

interface RowsProps {
  readonly title: string;
  /** What is told, in the words of who chooses. */
  readonly text: (kind: NotificationKind) => string;
  /** Stands below the text. */
  readonly hint?: (kind: NotificationKind) => string | undefined;
  readonly choices: NotificationChoices;
  readonly onChoose: (kind: NotificationKind, choice: NotificationChoice) => void;
}

/** What is told by mail, each kind at once, in the daily digest or not at all. Its styles are those of the profile. */
export function PreferenceRows({ title, text, hint, choices, onChoose }: RowsProps): ReactNode {
  const t = useMessages(preferenceRowsMessages);
  const id = useId();
  return (
    <fieldset className="preferences" aria-labelledby={id}>
      <h3 id={id} className="s strong">
        {title}
      </h3>
      {NOTIFICATION_KINDS.map((kind) => {
        const note = hint?.(kind);
        return (
          <label className="preference-row" key={kind}>
            <span className="preference-what">
              <span>{text(kind)}</span>
              {note && <span className="xs muted">{note}</span>}
            </span>
            <select
              className="control"
              value={choices[kind]}
              onChange={(event) => onChoose(kind, event.target.value as NotificationChoice)}
            >
              <option value="now">{t('now')}</option>
              {kind !== 'standIn' && <option value="daily">{t('daily')}</option>}
              <option value="off">{t('off')}</option>
            </select>
          </label>
        );
      })}
    </fieldset>
  );
}

interface HourProps {
  readonly hour: number;
  readonly timeZone: string;
  readonly onChoose: (hour: number) => void;
}

/** The hour of the daily digest by the organisation's clock. */
export function DigestHour({ hour, timeZone, onChoose }: HourProps): ReactNode {
  const t = useMessages(preferenceRowsMessages);
  return (
    <Field label={t('hour')} hint={t('hourHint', { timeZone })}>
      {(control) => (
        <select
          {...control}
          className="control preference-hour"
          value={hour}
          onChange={(event) => onChoose(Number(event.target.value))}
        >
          {HOURS.map((one) => (
            <option key={one} value={one}>{`${String(one).padStart(2, '0')}:00`}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
