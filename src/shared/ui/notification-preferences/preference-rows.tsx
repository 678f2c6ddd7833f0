import { type ReactNode, useId } from 'react';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../contracts/notification-kinds.ts';
import type { NotificationChoice, NotificationChoices } from '../../contracts/notifications.contract.ts';
import { useMessages } from '../../locale/index.ts';
import { Field } from '../field.tsx';
import { preferenceRowsMessages } from './preference-rows.messages.ts';

const HOURS = [...Array(24).keys()];
const WITHOUT_DIGEST: readonly NotificationKind[] = ['standIn', 'security'];

interface RowsProps {
  readonly title: string;
  /** Label of a notification. */
  readonly text: (kind: NotificationKind) => string;
  /** Shown below the label. */
  readonly hint?: (kind: NotificationKind) => string | undefined;
  readonly choices: NotificationChoices;
  /** Without it, kinds that only administrators get are left out. */
  readonly isForAdministrator?: boolean;
  readonly onChoose: (kind: NotificationKind, choice: NotificationChoice) => void;
}

/** E-mail notifications, each sent at once, in the daily digest or not at all. Uses the profile's styles. */
export function PreferenceRows({
  title,
  text,
  hint,
  choices,
  isForAdministrator = true,
  onChoose,
}: RowsProps): ReactNode {
  const t = useMessages(preferenceRowsMessages);
  const id = useId();
  return (
    <fieldset className="preferences" aria-labelledby={id}>
      <h3 id={id} className="s strong">
        {title}
      </h3>
      {NOTIFICATION_KINDS.filter((kind) => isForAdministrator || kind !== 'security').map((kind) => {
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
              {!WITHOUT_DIGEST.includes(kind) && <option value="daily">{t('daily')}</option>}
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

/** Hour of the daily digest in the organisation's time zone. */
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
