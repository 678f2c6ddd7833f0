import { useSignals } from '@preact/signals-react/runtime';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../../shared/api/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { hasRole, session } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { LoadFailed } from '../../../shared/ui/load-failed.tsx';
import { Group } from '../../builder/group.tsx';
import { DocumentWidget } from '../../document-widget.tsx';
import { ReadingList } from './reading-list.tsx';
import { reportMessages } from './report.messages.ts';
import { createReport, type SumsBy } from './report.store.ts';
import { SumsTable } from './sums-table.tsx';
import '../manuals.css';

const BY: readonly SumsBy[] = ['manual', 'department', 'person'];

/** A drill-down level: a manual, department or user, with its name for the breadcrumb. */
interface Step {
  readonly kind: SumsBy;
  readonly id: string;
  readonly name: string;
}

/** Reading report: totals by manual, department and user, and individual readings. */
export function ReportsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Report send={send} />
    </DocumentWidget>
  );
}

/** Parses the address: `by`, and the drill-down as `manual=id~name`. */
function readPlace(search: string): { readonly by: SumsBy; readonly steps: readonly Step[] } {
  const query = new URLSearchParams(search);
  const steps = [...query].flatMap(([kind, value]): Step[] => {
    const [id = '', ...name] = value.split('~');
    return BY.includes(kind as SumsBy) ? [{ kind: kind as SumsBy, id, name: name.join('~') }] : [];
  });
  return { by: BY.find((one) => one === query.get('by')) ?? 'manual', steps };
}

function addressOf(path: string, by: SumsBy, steps: readonly Step[]): string {
  const query = new URLSearchParams([['by', by], ...steps.map(({ kind, id, name }) => [kind, `${id}~${name}`])]);
  return `${path}?${query}`;
}

function Report({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(reportMessages);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { by, steps } = useMemo(() => readPlace(search), [search]);
  const { value: signedIn } = session;
  const [store] = useState(() => createReport({ send }));
  const mayWrite = signedIn.status === 'signed-in' && hasRole(signedIn.session.user, 'manualsgroup');
  const idOf = (kind: SumsBy) => steps.find((step) => step.kind === kind)?.id;
  const manualId = idOf('manual');
  const departmentId = idOf('department');
  const userKey = idOf('person');
  // Individual readings: of one user, or of a manual within a department.
  const isList = userKey !== undefined || (manualId !== undefined && by === 'person');
  useEffect(() => {
    if (!isList) void store.load({ by, manualId, departmentId });
  }, [store, by, manualId, departmentId, isList]);
  useEffect(() => store.stop, [store]);
  const state = store.state.value;
  if (state.status === 'failed' && state.code === 'access.denied') {
    return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  }
  const next = (kind: SumsBy): SumsBy =>
    kind === 'manual' ? 'department' : kind === 'department' ? 'person' : 'manual';
  return (
    <div className="page mn-page">
      <div className="mn-tools">
        {steps.length === 0 && (
          <Group label={t('by')} className="btn-group">
            {BY.map((one) => (
              <Button key={one} aria-pressed={by === one} onClick={() => navigate(addressOf(path, one, []))}>
                {t(`by.${one}`)}
              </Button>
            ))}
          </Group>
        )}
        {steps.length > 0 && (
          <nav className="mn-crumbs" aria-label={t('where')}>
            <ol className="row wrap row-4">
              <li>
                <Link href={addressOf(path, steps[0]?.kind ?? 'manual', [])}>
                  {t(`by.${steps[0]?.kind ?? 'manual'}`)}
                </Link>
              </li>
              {steps.map((step, index) => (
                <li key={step.kind} className="row row-4">
                  <Icon of={ChevronRight} size="s" />
                  {index === steps.length - 1 ? (
                    <span className="strong" aria-current="page">
                      {step.name}
                    </span>
                  ) : (
                    <Link href={addressOf(path, next(step.kind), steps.slice(0, index + 1))}>{step.name}</Link>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <span className="grow" />
        {manualId && !userKey && (
          <Group label={t('by')} className="btn-group">
            {(['department', 'person'] as const).map((one) => (
              <Button key={one} aria-pressed={by === one} onClick={() => navigate(addressOf(path, one, steps))}>
                {t(`by.${one}`)}
              </Button>
            ))}
          </Group>
        )}
        {departmentId && !manualId && !userKey && (
          <Group label={t('by')} className="btn-group">
            {(['person', 'manual'] as const).map((one) => (
              <Button key={one} aria-pressed={by === one} onClick={() => navigate(addressOf(path, one, steps))}>
                {t(`by.${one}`)}
              </Button>
            ))}
          </Group>
        )}
      </div>
      {isList ? (
        <ReadingList
          send={send}
          manualId={manualId}
          departmentId={userKey ? undefined : departmentId}
          userKey={userKey}
          mayWrite={mayWrite}
        />
      ) : (
        <SumsTable
          store={store}
          title={t(by)}
          onOpen={({ id, name, detail }) =>
            navigate(addressOf(path, next(by), [...steps, { kind: by, id, name: name || detail || id }]))
          }
        />
      )}
    </div>
  );
}
