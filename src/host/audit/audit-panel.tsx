import { ChevronDown, ChevronUp, History, UserSearch, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import type { AuditChange, AuditEntry } from '../../shared/contracts/audit.contract.ts';
import { aboutUser, doneByUser } from '../../shared/contracts/audit.rules.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { aboutThingOf, pageOf } from './audit-links.ts';
import type { AuditText } from './audit-text.ts';

interface Props {
  readonly entry: AuditEntry;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
  /** Shows the log with another query. */
  readonly onAsk: (query: string) => void;
  readonly t: AuditText;
}

/** One row of the log beside the table: what was before and after, why, and through what. */
export function AuditPanel({ entry, isFirst, isLast, onStep, onClose, onAsk, t }: Props): ReactNode {
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row begins at its top
  useEffect(() => {
    panel.current?.focus();
    panel.current?.querySelector('.audit-scroll')?.scrollTo(0, 0);
  }, [entry.id]);
  const { at, actor, onBehalfOf, subject, changes } = entry;
  const page = pageOf(entry);
  return (
    <aside className="audit-panel" ref={panel} tabIndex={-1} aria-labelledby={title}>
      <header className="row">
        <div className="stack grow">
          <h2 className="t2" id={title}>
            {t('title', { verb: entry.verbText, thing: entry.thing })}
          </h2>
          <p className="s muted">{formatDayAndTime(at)}</p>
        </div>
        <IconButton small icon={ChevronUp} label={t('previous')} blocked={isFirst} onClick={() => onStep(-1)} />
        <IconButton small icon={ChevronDown} label={t('next')} blocked={isLast} onClick={() => onStep(1)} />
        <IconButton small icon={X} label={t('close')} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="audit-scroll" tabIndex={0} aria-labelledby={title}>
        <div className="row row-10">
          {actor && <Avatar name={actor.name} picture={actor.avatar} size={32} />}
          <div className="stack">
            <span className="strong">{actor?.name ?? t('system')}</span>
            {onBehalfOf && <span className="s muted">{t('onBehalfOf', { name: onBehalfOf.name })}</span>}
          </div>
        </div>
        {changes.length > 0 ? <Changes changes={changes} t={t} /> : <p className="s muted">{t('nothing')}</p>}
        <dl className="audit-facts">
          <Fact name={t('kind')}>{entry.entityText}</Fact>
          <Fact name={t('subject')}>{subject?.name}</Fact>
          <Fact name={t('note')}>{entry.note}</Fact>
          <Fact name={t('via')}>{entry.via}</Fact>
          <Fact name={t('key')}>{entry.entityId && <span className="mono">{entry.entityId}</span>}</Fact>
          <Fact name={t('request')}>{entry.requestId && <span className="mono">{entry.requestId}</span>}</Fact>
        </dl>
        <div className="stack audit-more">
          {page && (
            <Link href={page} className="link">
              {t('page', { thing: entry.thing })}
            </Link>
          )}
          {actor && (
            <Button icon={UserSearch} onClick={() => onAsk(doneByUser(actor.id))}>
              {t('doneBy', { name: actor.name })}
            </Button>
          )}
          <Button icon={History} onClick={() => onAsk(aboutThingOf(entry))}>
            {t('about', { thing: entry.thing })}
          </Button>
          {subject && entry.entity !== 'app_user' && (
            <Button icon={History} onClick={() => onAsk(aboutUser(subject.id))}>
              {t('about', { thing: subject.name })}
            </Button>
          )}
        </div>
      </section>
    </aside>
  );
}

function Changes({ changes, t }: { readonly changes: readonly AuditChange[]; readonly t: AuditText }): ReactNode {
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, title, before, after }) => (
          <tr key={field}>
            <td>
              <span className="xs muted">{title}</span>
              {before === null ? <span className="muted">–</span> : <del>{before}</del>}
            </td>
            <td>
              <span className="xs muted">{title}</span>
              {after === null ? <span className="muted">–</span> : <ins>{after}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  if (!children) return null;
  return (
    <div>
      <dt className="xs muted">{name}</dt>
      <dd className="s">{children}</dd>
    </div>
  );
}
