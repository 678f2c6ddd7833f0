import { CirclePlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { formatDay, formatRelative } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { RelatedData } from './record-related.store.ts';
import type { RecordText } from './record-text.ts';

interface Props {
  readonly data: RelatedData;
  readonly t: RecordText;
}

/** Open tasks and cases of a record, and what can be started for its registry. */
export function CasesPanel({ data: { cases, tasks, starts }, t }: Props): ReactNode {
  return (
    <div className="stack record-related">
      {starts.length > 0 && (
        <div className="row wrap">
          {starts.map(({ id, title }) => (
            <Link key={id} className="btn" href={`/start/${id}`}>
              <Icon of={CirclePlus} />
              {title}
            </Link>
          ))}
        </div>
      )}
      <Rows title={t('tasks')} empty={t('tasks.none')}>
        {tasks.map(({ id, name, assignee, created, mayOpen }) => (
          <li key={id} className="row record-row">
            <span className="stack grow">
              <Named href={mayOpen ? `/inbox?taskId=${id}` : null} name={name} />
              <span className="xs muted">{t('tasks.since', { when: formatRelative(created) })}</span>
            </span>
            {assignee ? (
              <span className="row row-6 s">
                <Avatar name={assignee.name} picture={assignee.avatar} size={20} />
                {assignee.name}
              </span>
            ) : (
              <span className="s muted">{t('tasks.unassigned')}</span>
            )}
          </li>
        ))}
      </Rows>
      <Rows title={t('cases')} empty={t('cases.none')}>
        {cases.map(({ id, title, number, status, started, ended, isOwn }) => (
          <li key={id} className="row record-row">
            <span className="stack grow">
              <Named href={isOwn ? `/requests/${id}` : null} name={title} />
              {number && <span className="xs muted">{number}</span>}
            </span>
            <span className="s second">
              {t(`case.${stateOf(status)}`, { day: formatDay((ended ?? started).slice(0, 10)) })}
            </span>
          </li>
        ))}
      </Rows>
    </div>
  );
}

type CaseState = 'running' | 'completed' | 'cancelled';

/** Incidents and errors are for administrators; to readers the case is running. */
function stateOf(status: string): CaseState {
  return status === 'completed' || status === 'cancelled' ? status : 'running';
}

interface RowsProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

/** A card with rows. */
export function Rows({ title, empty, children }: RowsProps): ReactNode {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="t3" id={id}>
          {title}
        </h2>
      </div>
      {children.length === 0 ? (
        <p className="card-body s muted">{empty}</p>
      ) : (
        <ul className="record-rows">{children}</ul>
      )}
    </section>
  );
}

/** A name, as a link where its reader may open it. */
export function Named({ href, name }: { readonly href: string | null; readonly name: string }): ReactNode {
  if (href === null) return <span className="cut">{name}</span>;
  return (
    <Link className="link cut" href={href}>
      {name}
    </Link>
  );
}
