import { useSignals } from '@preact/signals-react/runtime';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { isElementToken } from '../administration/token-scopes.ts';
import type { ImportRow, ImportRun, ImportVerb } from '../contracts/imports.contract.ts';
import { Button } from '../ui/button.tsx';
import { RetryBanner } from '../ui/retry-banner.tsx';
import { saveBlob } from '../ui/save-blob.ts';
import { showProblem } from '../ui/show-problem.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Status, StatusText } from '../ui/status-shape.tsx';
import type { ImportedResource, ImportStore, Shown } from './import.store.ts';
import type { ImportText } from './import-text.ts';

export const VERBS = ['refuse', 'disable', 'remove', 'change', 'add', 'same'] as const;

export const STATUS_OF: Readonly<Record<ImportVerb, Status>> = {
  refuse: 'overdue',
  disable: 'inactive',
  remove: 'inactive',
  change: 'notdue',
  add: 'read',
  same: 'cancelled',
};

interface Props {
  readonly resource: ImportedResource;
  readonly store: ImportStore;
  readonly run: ImportRun;
  readonly t: ImportText;
}

/** Rows of an import with a filter by what happens, problems first. */
export function ImportRows({ resource, store, run, t }: Props): ReactNode {
  useSignals();
  const shown = store.shown.value;
  const now = store.rows.value;
  const { counts } = run;
  const matters = VERBS.reduce((sum, verb) => (verb === 'same' ? sum : sum + counts[verb]), 0);
  const filters: readonly (readonly [Shown, string])[] = [
    ['matters', t('filter.matters', { count: matters })],
    ...VERBS.filter((verb) => counts[verb] > 0).map(
      (verb) => [verb, t('filter.count', { verb: t(verb), count: counts[verb] })] as const,
    ),
  ];
  const download = () => {
    store.refusedFile().then((file) => saveBlob(file, t('refused.file')), showProblem);
  };
  return (
    <section className="card import-card" aria-label={t('filter')}>
      <div className="import-filter">
        <fieldset className="import-chips">
          <legend className="sr">{t('filter')}</legend>
          {filters.map(([verb, text]) => (
            <button
              key={verb}
              type="button"
              className="chip"
              aria-pressed={verb === shown}
              onClick={() => void store.show(verb)}
            >
              {text}
            </button>
          ))}
        </fieldset>
        {counts.refuse > 0 && !isElementToken() && (
          <Button kind="ghost" small icon={Download} onClick={download}>
            {t('refused')}
          </Button>
        )}
      </div>
      {now.status === 'loading' && <Skeleton rows={4} label={t('loading')} />}
      {now.status === 'failed' && (
        <RetryBanner error={now.error} onRetry={() => void store.loadRows()} label={t('retry')} />
      )}
      {now.status === 'ready' && now.rows.length === 0 && <p className="card-body s second">{t('row.none')}</p>}
      {now.status === 'ready' && now.rows.length > 0 && <RowTable resource={resource} rows={now.rows} t={t} />}
      {now.status === 'ready' && now.next !== null && (
        <div className="list-foot">
          <Button small onClick={() => void store.loadRows(now.next ?? undefined)}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface TableProps {
  readonly resource: ImportedResource;
  readonly rows: readonly ImportRow[];
  readonly t: ImportText;
}

function RowTable({ resource, rows, t }: TableProps): ReactNode {
  return (
    <table className="tbl import-rows">
      <thead>
        <tr>
          <th scope="col" className="line">
            {t('column.line')}
          </th>
          <th scope="col" className="who">
            {t(resource === 'people' ? 'column.person' : 'column.entry')}
          </th>
          <th scope="col" className="verb">
            {t('column.verb')}
          </th>
          <th scope="col">{t('column.why')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.line} ${row.key}`}>
            <td className="line">{row.line ?? t('row.missing')}</td>
            <td className="who">
              <span className="strong cut">{row.name ?? row.key}</span>
              {row.name !== null && <span className="s second cut">{row.key}</span>}
            </td>
            <td className="verb">
              <StatusText status={STATUS_OF[row.verb]}>{t(row.verb)}</StatusText>
            </td>
            <td className="why">
              <Reasons row={row} t={t} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Reasons({ row, t }: { readonly row: ImportRow; readonly t: ImportText }): ReactNode {
  if (row.faults.length > 0) return row.faults.map(({ title }) => title).join(' ');
  return (
    <ul>
      {row.changes
        // The cell of the entry has the name and key of a new one.
        .filter(({ before, after }) => before !== null || (after !== null && after !== row.name && after !== row.key))
        .map(({ field, title, before, after }) => (
          <li key={field}>
            <span className="second">{t('row.change', { title })}</span> {before !== null && <del>{before}</del>}{' '}
            {after !== null && <ins>{after}</ins>}
          </li>
        ))}
    </ul>
  );
}
