import { type ReactNode, useId } from 'react';
import type { RecordStatus } from '../../shared/contracts/registries.contract.ts';
import { RecordMark } from './record-mark.tsx';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly statuses: readonly RecordStatus[];
  /** The status on the server; null for a new record. */
  readonly saved: string | null;
  readonly chosen: string | null;
  readonly onChoose: (status: string) => void;
  readonly t: RecordText;
}

/** The statuses a record can have; the chosen one applies when the record is saved. */
export function StatusCard({ statuses, saved, chosen, onChoose, t }: Props): ReactNode {
  const id = useId();
  // A status removed from the registry stays until another is chosen.
  const isGone = saved !== null && statuses.every((one) => one.id !== saved);
  const offered = isGone ? [{ id: saved, title: saved, color: 'transparent' }, ...statuses] : statuses;
  return (
    <section className="card record-statuses" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {t('status')}
        </h2>
      </div>
      <div role="radiogroup" aria-labelledby={id}>
        {offered.map((status) => {
          const words = status.id === saved ? t('status.now') : status.id === chosen && t('status.after');
          return (
            <label key={status.id} className="record-status">
              <input
                type="radio"
                className="check"
                name={id}
                checked={status.id === chosen}
                onChange={() => onChoose(status.id)}
              />
              <RecordMark status={status} />
              <span className="grow">{status.title}</span>
              {words && <span className="xs muted">{words}</span>}
            </label>
          );
        })}
      </div>
    </section>
  );
}
