import type { ReactNode, Ref } from 'react';
import type { RecordForm, RecordStatus } from '../../shared/contracts/registries.contract.ts';
import { formatDayAndTime } from '../../shared/locale/dates.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly form: RecordForm;
  readonly title: string;
  readonly status: string | null;
  readonly onStatus: (status: string) => void;
  readonly headingId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly t: RecordText;
}

/** Title, registry, owner and status; the status is editable with permission. */
export function RecordHead({ form, title, status, onStatus, headingId, headingRef, t }: Props): ReactNode {
  const { record, statuses, readOnly } = form;
  const current = statuses.find(({ id }) => id === status);
  const name = record?.changedBy?.name;
  return (
    <header className="detail-head">
      <span className="xs muted cut">
        {form.title}
        {record?.number && <span className="dot" />}
        {record?.number}
      </span>
      <h1 className="t1" id={headingId} ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      <div className="facts">
        {statuses.length > 0 &&
          (readOnly ? (
            <span>
              <Mark status={current} />
              {current?.title ?? status}
            </span>
          ) : (
            <label className="record-status">
              {t('status')}
              <span className="record-choice">
                <Mark status={current} />
                <select className="control" value={status ?? ''} onChange={({ target }) => onStatus(target.value)}>
                  {/* A status removed from the registry stays until another is chosen. */}
                  {!current && <option value={status ?? ''}>{status ?? '–'}</option>}
                  {statuses.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.title}
                    </option>
                  ))}
                </select>
              </span>
            </label>
          ))}
        {record?.owner && (
          <span>
            <Avatar name={record.owner.name} picture={record.owner.avatar} size={20} />
            {t('owner', { name: record.owner.name })}
          </span>
        )}
        {record && (
          <span>
            {name
              ? t('changedBy', { name, date: formatDayAndTime(record.changed) })
              : t('changed', { date: formatDayAndTime(record.changed) })}
          </span>
        )}
      </div>
    </header>
  );
}

/** Colour of a status, shown beside its name. */
function Mark({ status }: { readonly status: RecordStatus | undefined }): ReactNode {
  return <i className="record-mark" style={status && { backgroundColor: status.color }} aria-hidden="true" />;
}
