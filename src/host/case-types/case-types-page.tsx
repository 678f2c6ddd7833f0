import { useSignals } from '@preact/signals-react/runtime';
import { Check, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import type { CaseType } from '../../shared/contracts/case-types.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import type { CaseTypeDialogProps } from './case-type-dialog.tsx';
import { caseTypesMessages } from './case-types.messages.ts';
import { type CaseTypesData, createCaseTypes } from './case-types.store.ts';
import './case-types.css';

const CaseTypeDialog = containedPart<'CaseTypeDialog', CaseTypeDialogProps>(
  () => import('./case-type-dialog.tsx'),
  'CaseTypeDialog',
);
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

type Open =
  | { readonly what: 'edit'; readonly kind: CaseType | null }
  | { readonly what: 'remove'; readonly kind: CaseType };

/** Kinds of case, for the provider (PRV-04). */
export function CaseTypesPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Kinds send={send} />
    </DocumentWidget>
  );
}

function Kinds({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(caseTypesMessages);
  const language = useLanguage();
  const store = useLoadedStore(() => createCaseTypes({ send }));
  const [open, setOpen] = useState<Open | null>(null);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  const close = () => setOpen(null);
  return (
    <div className="page case-page">
      <div className="row wrap case-head">
        <p className="second grow">{t('about')}</p>
        <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'edit', kind: null })}>
          {t('kind.add')}
        </Button>
      </div>
      {state.kinds.length === 0 ? (
        <EmptyState title={t('empty')} text={t('empty.more')} />
      ) : (
        <ul className="card case-list">
          {state.kinds.map((kind) => (
            <KindRow key={kind.id} kind={kind} data={state} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open && (
        <Suspense>
          {open.what === 'edit' && <CaseTypeDialog store={store} data={state} kind={open.kind} onClose={close} />}
          {open.what === 'remove' && (
            <ConfirmDialog
              title={t('remove.title', { name: nameOf(open.kind, language) })}
              text={t('remove.text')}
              go={t('remove')}
              onAct={async () => {
                await store.remove(open.kind);
                showSnack({ text: t('removed', { name: nameOf(open.kind, language) }), icon: Check });
              }}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

const nameOf = ({ title, id }: CaseType, language: string): string => textOf(title, language) || id;

interface RowProps {
  readonly kind: CaseType;
  readonly data: CaseTypesData;
  readonly onOpen: (open: Open) => void;
}

/** A kind of case: its process and registry, and what prevents it from working. */
function KindRow({ kind, data: { choices }, onOpen }: RowProps): ReactNode {
  const t = useMessages(caseTypesMessages);
  const language = useLanguage();
  const name = nameOf(kind, language);
  const process = choices.processes.find(({ id }) => id === kind.process)?.name ?? kind.process;
  const registry = choices.registries.find(({ id }) => id === kind.registry)?.name ?? kind.registry;
  return (
    <li className="row case-row">
      <div className="stack grow">
        <button type="button" className="link cut strong" onClick={() => onOpen({ what: 'edit', kind })}>
          {name}
        </button>
        <span className="xs muted cut">{[process, registry ?? t('registry.none')].join(' · ')}</span>
        {kind.findings.map(({ code, about }) => (
          <span className="xs tone-amber" key={`${code} ${about}`}>
            {t(`finding.${code}`, { about: about ?? '' })}
          </span>
        ))}
      </div>
      {!kind.active && <Badge tone="grey">{t('inactive')}</Badge>}
      <Menu
        label={t('more', { name })}
        align="end"
        items={[
          { id: 'change', label: t('change'), icon: Pencil, onSelect: () => onOpen({ what: 'edit', kind }) },
          {
            id: 'remove',
            label: t('remove'),
            icon: Trash2,
            danger: true,
            begins: true,
            onSelect: () => onOpen({ what: 'remove', kind }),
          },
        ]}
        trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('more', { name })} />}
      />
    </li>
  );
}
