import { ChevronRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { RecordForm } from '../../shared/contracts/registries.contract.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { RecordMark } from '../../shared/ui/record-mark.tsx';

interface Props {
  readonly form: RecordForm;
  readonly title: string;
  /** The status on the server. */
  readonly status: string | null;
  readonly headingId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  /** What can be done with the record. */
  readonly actions: ReactNode;
}

/** Registry and number, title and status. */
export function RecordHead({ form, title, status, headingId, headingRef, actions }: Props): ReactNode {
  const { record, statuses } = form;
  const current = statuses.find(({ id }) => id === status);
  return (
    <header className="record-head">
      <span className="row row-4 xs muted">
        <span className="cut">{form.title}</span>
        {record?.number && (
          <>
            <Icon of={ChevronRight} size="s" />
            <span className="nowrap">{record.number}</span>
          </>
        )}
      </span>
      <div className="row row-12 wrap">
        <h1 className="t1" id={headingId} ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        {record && statuses.length > 0 && (
          <span className="badge">
            <RecordMark status={current} />
            {current?.title ?? status}
          </span>
        )}
        {actions}
      </div>
    </header>
  );
}
