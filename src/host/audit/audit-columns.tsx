import type { ReactNode } from 'react';
import type { AuditChange, AuditEntry } from '../../shared/contracts/audit.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import type { TableColumn } from '../../shared/records/record-table.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { rowButtonId } from './audit-links.ts';
import type { AuditText } from './audit-text.ts';

/** Changes in the cell of a row; the panel has all of them. */
const SHOWN = 3;

export function auditColumns(onOpen: (entry: AuditEntry) => void, t: AuditText): readonly TableColumn<AuditEntry>[] {
  return [
    {
      field: 'at',
      className: 'audit-at',
      draw: (entry) => (
        <button
          type="button"
          id={rowButtonId(entry.id)}
          className="link nowrap"
          aria-label={t('open', { time: formatDayAndTime(entry.at), verb: entry.verbText, thing: entry.thing })}
          onClick={() => onOpen(entry)}
        >
          {formatDayAndTime(entry.at)}
        </button>
      ),
    },
    { field: 'actor', className: 'audit-actor', draw: ({ actor }) => <Actor actor={actor} t={t} /> },
    { field: 'verb', className: 'audit-verb', draw: ({ verbText }) => <span className="cut">{verbText}</span> },
    { field: 'entity', className: 'audit-entity', draw: ({ entityText }) => <span className="cut">{entityText}</span> },
    {
      field: 'thing',
      className: 'audit-thing',
      draw: ({ thing, entityText }) =>
        thing === entityText ? <span className="muted none">–</span> : <span className="cut">{thing}</span>,
    },
    { field: 'changes', className: 'audit-summary-cell', draw: ({ changes }) => <Summary changes={changes} /> },
  ];
}

function Actor({ actor, t }: Pick<AuditEntry, 'actor'> & { readonly t: AuditText }): ReactNode {
  if (!actor) return <span className="muted cut">{t('system')}</span>;
  return (
    <span className="row audit-person">
      <Avatar name={actor.name} picture={actor.avatar} size={24} />
      <span className="cut">{actor.name}</span>
    </span>
  );
}

function Summary({ changes }: { readonly changes: readonly AuditChange[] }): ReactNode {
  if (changes.length === 0) return <span className="muted none">–</span>;
  return (
    <span className="cut audit-summary">
      {changes.slice(0, SHOWN).map(({ field, title, before, after }) => (
        <span key={field}>
          <span className="muted">{title}</span> {before !== null && <del>{before}</del>}{' '}
          {after !== null && <ins>{after}</ins>}
        </span>
      ))}
    </span>
  );
}
