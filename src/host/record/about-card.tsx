import { type ReactNode, useId } from 'react';
import type { RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import { formatDayAndTime } from '../../shared/locale/dates.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { RecordText } from './record-text.ts';

/** Owner and last change of a record. */
export function AboutCard({ record, t }: { readonly record: RegistryRecord; readonly t: RecordText }): ReactNode {
  const id = useId();
  const { owner, changedBy, changed, created } = record;
  return (
    <section className="card record-about" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {t('about')}
        </h2>
      </div>
      <dl className="card-body stack stack-12">
        {owner && (
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
      </dl>
    </section>
  );
}
