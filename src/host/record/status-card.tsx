import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import { RecordMark } from '../../shared/ui/record-mark.tsx';
import type { OfferedStatus } from './offered-statuses.ts';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly offered: readonly OfferedStatus[];
  /** The status on the server; null for a new record. */
  readonly saved: string | null;
  readonly chosen: string | null;
  readonly onChoose: (status: string) => void;
  /** Label of a field. */
  readonly labelOf: (key: string) => string;
  readonly t: RecordText;
}

/** The statuses a record can have; the chosen one applies when the record is saved. */
export function StatusCard({ offered, saved, chosen, onChoose, labelOf, t }: Props): ReactNode {
  const id = useId();
  return (
    <section className="card record-statuses" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {t('status')}
        </h2>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown */}
      <div role="group" aria-labelledby={id}>
        {offered.map((status) => {
          const words = status.id === saved ? t('status.now') : status.id === chosen && t('status.after');
          return (
            <button
              key={status.id}
              type="button"
              className="record-status"
              aria-pressed={status.id === chosen}
              onClick={() => onChoose(status.id)}
            >
              <RecordMark status={status} />
              <span className="grow stack record-status-name">
                <span>{status.title}</span>
                {status.requires.length > 0 && (
                  <span className="xs muted">
                    {t('status.needs', { fields: status.requires.map(labelOf).join(', ') })}
                  </span>
                )}
              </span>
              {words ? <span className="xs muted">{words}</span> : <Icon of={ChevronRight} size="s" />}
            </button>
          );
        })}
      </div>
      {saved !== null && offered.length === 1 && <p className="s muted record-final">{t('status.final')}</p>}
    </section>
  );
}
