import type { ReactNode } from 'react';
import type { LinkedRecord } from '../../shared/contracts/record-page.contract.ts';
import { RecordMark } from '../../shared/ui/record-mark.tsx';
import { Named, Rows } from './cases-panel.tsx';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly linked: readonly LinkedRecord[];
  readonly t: RecordText;
}

/** Records whose form refers to the record. */
export function LinkedPanel({ linked, t }: Props): ReactNode {
  return (
    <div className="stack record-related">
      <Rows title={t('linked')} empty={t('linked.none')}>
        {linked.map(({ id, resource, registry, number, title, status }) => (
          <li key={id} className="row record-row">
            <span className="stack grow">
              <Named
                href={`/record-form-view?${new URLSearchParams({ resource, recordId: id })}`}
                name={title || number || t('record')}
              />
              <span className="xs muted cut">{[registry, number].filter(Boolean).join(' · ')}</span>
            </span>
            {status && (
              <span className="badge">
                <RecordMark status={status} />
                {status.title}
              </span>
            )}
          </li>
        ))}
      </Rows>
    </div>
  );
}
