import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Ban, Check, CircleCheck, KeyRound, ListChecks, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import type { call } from '../../shared/api/index.ts';
import type { Issuer } from '../../shared/contracts/issuers.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { formatNumber, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import folding from '../../shared/ui/styles/folding.css?inline';
import table from '../../shared/ui/styles/table.css?inline';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { ClientsCard } from '../embedding/clients-card.tsx';
import { CopiedText } from '../embedding/copied-text.tsx';
import { embeddingMessages } from '../embedding/embedding.messages.ts';
import { DomainsCard } from './domains-card.tsx';
import type { IssuerDialogProps } from './issuer-dialog.tsx';
import { issuersMessages } from './issuers.messages.ts';
import { createIssuersStore, type Issuers, type IssuersStore } from './issuers.store.ts';
import type { IssuersText } from './issuers-text.ts';
import type { TestDialogProps } from './test-dialog.tsx';
import type { TrialDialogProps } from './trial/trial-dialog.tsx';
import '../embedding/embedding.css';
import './issuers.css';

const IssuerDialog = containedPart<'IssuerDialog', IssuerDialogProps>(
  () => import('./issuer-dialog.tsx'),
  'IssuerDialog',
);
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

const TestDialog = containedPart<'TestDialog', TestDialogProps>(() => import('./test-dialog.tsx'), 'TestDialog');

const TrialDialog = containedPart<'TrialDialog', TrialDialogProps>(
  () => import('./trial/trial-dialog.tsx'),
  'TrialDialog',
);

type Open =
  | { readonly what: 'edit'; readonly issuer: Issuer | null }
  | { readonly what: 'test' | 'try' | 'disable' | 'remove'; readonly issuer: Issuer }
  | null;

interface Props {
  readonly send: typeof call;
  readonly tenantId: string;
  /** Returns to the organisation; without it, the organisation is the user's own. */
  readonly onBack?: () => void;
}

/** Identity providers of an organisation: list, domains to prove, and the addresses to register. */
export function IdentityProviders({ send, tenantId, onBack }: Props): ReactNode {
  useStyles(table);
  useStyles(folding);
  useSignals();
  const t = useMessages(issuersMessages);
  const store = useMemo(() => createIssuersStore({ send, tenantId }), [send, tenantId]);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="page emb-page">
      {onBack && (
        <Button icon={ArrowLeft} className="iss-back" onClick={onBack}>
          {t('back')}
        </Button>
      )}
      <p className="second">{t('about')}</p>
      <List issuers={state.items} store={store} onOpen={setOpen} t={t} />
      <DomainsCard issuers={state.items} store={store} t={t} />
      <Registration state={state} t={t} />
      <Suspense>
        <Dialogs open={open} store={store} groups={state.groups} onClose={() => setOpen(null)} t={t} />
      </Suspense>
    </div>
  );
}

interface ListProps {
  readonly issuers: readonly Issuer[];
  readonly store: IssuersStore;
  readonly onOpen: (open: Open) => void;
  readonly t: IssuersText;
}

function List({ issuers, store, onOpen, t }: ListProps): ReactNode {
  const enable = (issuer: Issuer) =>
    store
      .enable(issuer, false)
      .then(() => showSnack({ text: t('enabled', { name: issuer.name }), icon: Check }), showProblem);
  return (
    <ClientsCard
      clients={issuers.map((issuer) => ({ ...issuer, id: issuer.name, lastUsedAt: issuer.lastSignInAt }))}
      columns={[
        { heading: t('kind'), draw: ({ kind }) => t(`kind.${kind}`) },
        { heading: t('domains'), draw: ({ domains }) => domainsText(domains, t) },
        { heading: t('users'), draw: ({ users }) => formatNumber(users) },
        {
          heading: t('status'),
          draw: ({ isDisabled }) => (
            <StatusText status={isDisabled ? 'inactive' : 'active'}>{t(isDisabled ? 'off' : 'on')}</StatusText>
          ),
        },
      ]}
      menuOf={(issuer) => [
        { id: 'change', label: t('change'), icon: Pencil, onSelect: () => onOpen({ what: 'edit', issuer }) },
        { id: 'test', label: t('test'), icon: ListChecks, onSelect: () => onOpen({ what: 'test', issuer }) },
        { id: 'try', label: t('try'), icon: KeyRound, onSelect: () => onOpen({ what: 'try', issuer }) },
        issuer.isDisabled
          ? { id: 'enable', label: t('enable'), icon: CircleCheck, onSelect: () => void enable(issuer) }
          : { id: 'disable', label: t('disable'), icon: Ban, onSelect: () => onOpen({ what: 'disable', issuer }) },
        {
          id: 'remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => onOpen({ what: 'remove', issuer }),
        },
      ]}
      onAdd={() => onOpen({ what: 'edit', issuer: null })}
      texts={{
        title: t('title'),
        more: t('more'),
        none: t('none'),
        noneMore: t('none.more'),
        add: t('add'),
        name: t('name'),
        used: t('used'),
        never: t('used.never'),
        actions: t('actions'),
        actionsOf: ({ name }) => t('actions.of', { name }),
      }}
    />
  );
}

const domainsText = (domains: Issuer['domains'], t: IssuersText): string =>
  domains.map(({ domain, isProven }) => (isProven ? domain : `${domain} (${t('pending')})`)).join(', ') || '–';

function Registration({ state, t }: { readonly state: Issuers; readonly t: IssuersText }): ReactNode {
  const copyTexts = useMessages(embeddingMessages);
  return (
    <section className="card emb-card" aria-labelledby="iss-register">
      <header className="row">
        <div className="stack grow">
          <h2 className="t2" id="iss-register">
            {t('register')}
          </h2>
          <p className="s second">{t('register.more')}</p>
        </div>
      </header>
      <CopiedText label={t('redirects')} text={state.redirectAddresses.join('\n')} t={copyTexts} />
      <CopiedText label={t('signOut')} text={state.signOutAddress} t={copyTexts} />
      <CopiedText label={t('origin')} text={state.origin} t={copyTexts} />
    </section>
  );
}

interface DialogsProps {
  readonly open: Open;
  readonly store: IssuersStore;
  readonly groups: Issuers['groups'];
  readonly onClose: () => void;
  readonly t: IssuersText;
}

function Dialogs({ open, store, groups, onClose, t }: DialogsProps): ReactNode {
  const announce = (key: 'added' | 'saved' | 'disabled' | 'removed', name: string) =>
    void showSnack({ text: t(key, { name }), icon: Check });
  switch (open?.what) {
    case 'edit':
      return (
        <IssuerDialog
          store={store}
          issuer={open.issuer}
          groups={groups}
          onClose={(saved) => {
            if (saved) announce(open.issuer ? 'saved' : 'added', saved.name);
            onClose();
          }}
        />
      );
    case 'test':
      return <TestDialog store={store} issuer={open.issuer} onClose={onClose} />;
    case 'try':
      return <TrialDialog store={store} issuer={open.issuer} onClose={onClose} />;
    case 'disable': {
      const { issuer } = open;
      return (
        <ConfirmDialog
          title={t('disable.title', { name: issuer.name })}
          text={t('disable.text', { count: issuer.onlyWayIn })}
          go={t('disable')}
          onAct={() => store.enable(issuer, true).then(() => announce('disabled', issuer.name))}
          onClose={onClose}
        />
      );
    }
    case 'remove': {
      const { issuer } = open;
      const isUsed = issuer.onlyWayIn > 0;
      return (
        <ConfirmDialog
          title={t('remove.title', { name: issuer.name })}
          text={isUsed ? t('remove.used', { count: issuer.onlyWayIn }) : t('remove.text', { count: issuer.users })}
          go={isUsed ? undefined : t('remove')}
          onAct={() => store.remove(issuer).then(() => announce('removed', issuer.name))}
          onClose={onClose}
        />
      );
    }
    default:
      return null;
  }
}
