import { type ReactNode, useId } from 'react';
import type { RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { formatDay, formatDayAndTime } from '../../shared/locale/dates.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly record: RegistryRecord;
  /** Changes the owner at once; null for readers. */
  readonly onOwner: ((owner: UserRef | null) => void) | null;
  readonly t: RecordText;
}

/** Owner, last change and retention of a record. */
export function AboutCard({ record, onOwner, t }: Props): ReactNode {
  const id = useId();
  const { owner, changedBy, changed, created, hold, keptUntil } = record;
  return (
    <section className="card record-about" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {t('about')}
        </h2>
      </div>
      <div className="card-body stack stack-12">
        {onOwner && <PersonField label={t('owner')} value={owner} onChange={onOwner} />}
        <dl className="stack stack-12">
          {!onOwner && owner && (
            <div className="ro">
              <dt>{t('owner')}</dt>
              <dd className="row row-6">
                <Avatar name={owner.name} picture={owner.avatar} size={20} />
                {owner.name}
              </dd>
            </div>
          )}
          <div className="ro">
            <dt>{t('changed')}</dt>
            <dd>{[changedBy?.name, formatDayAndTime(changed)].filter(Boolean).join(', ')}</dd>
          </div>
          <div className="ro">
            <dt>{t('created')}</dt>
            <dd>{formatDayAndTime(created)}</dd>
          </div>
          {(hold || keptUntil) && (
            <div className="ro">
              <dt>{t('kept')}</dt>
              <dd>{hold ? t('held') : t('kept.until', { day: formatDay(keptUntil!) })}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}
