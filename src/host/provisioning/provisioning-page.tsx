import { useSignals } from '@preact/signals-react/runtime';
import { Ban, Check, Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import type { ScimClient } from '../../shared/contracts/scim.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { formatDay, useMessages } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import folding from '../../shared/ui/styles/folding.css?inline';
import table from '../../shared/ui/styles/table.css?inline';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { ClientsCard } from '../embedding/clients-card.tsx';
import { CopiedText } from '../embedding/copied-text.tsx';
import { embeddingMessages } from '../embedding/embedding.messages.ts';
import { LogCard } from './log-card.tsx';
import { provisioningMessages } from './provisioning.messages.ts';
import { type ClientWithToken, createProvisioning, type Provisioning } from './provisioning.store.ts';
import type { ProvisioningText } from './provisioning-text.ts';
import type { TokenDialogProps } from './token-dialog.tsx';
import type { TokenShownProps } from './token-shown.tsx';
import '../embedding/embedding.css';
import './provisioning.css';

const TokenDialog = containedPart<'TokenDialog', TokenDialogProps>(() => import('./token-dialog.tsx'), 'TokenDialog');
const TokenShown = containedPart<'TokenShown', TokenShownProps>(() => import('./token-shown.tsx'), 'TokenShown');
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

type Open =
  | { readonly what: 'edit'; readonly client: ScimClient | null }
  | { readonly what: 'shown'; readonly client: ClientWithToken }
  | { readonly what: 'disable'; readonly client: ScimClient }
  | null;

/** Provisioning of users and groups by directories (SCIM-01): address, tokens and what they did. */
export function ProvisioningPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Settings send={send} />
    </DocumentWidget>
  );
}

function Settings({ send }: { readonly send: typeof call }): ReactNode {
  useStyles(table);
  useStyles(folding);
  useSignals();
  const t = useMessages(provisioningMessages);
  const copyTexts = useMessages(embeddingMessages);
  const store = useLoadedStore(() => createProvisioning({ send }));
  const [open, setOpen] = useState<Open>(null);
  const state = store.settings.value;
  const close = () => setOpen(null);
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="page emb-page">
      <p className="second">{t('about')}</p>
      <div className="card emb-card">
        <CopiedText label={t('address')} text={state.address} t={copyTexts} />
      </div>
      <Tokens state={state} onOpen={setOpen} t={t} />
      {state.clients.length > 0 && <LogCard store={store} t={t} />}
      <Guide t={t} />
      <Suspense>
        {open?.what === 'edit' && (
          <TokenDialog
            store={store}
            client={open.client}
            groups={state.groups}
            onClose={(made) => setOpen(made ? { what: 'shown', client: made } : null)}
          />
        )}
        {open?.what === 'shown' && <TokenShown client={open.client} address={state.address} onClose={close} />}
        {open?.what === 'disable' && (
          <ConfirmDialog
            title={t('disable.title', { name: open.client.name })}
            text={t('disable.text')}
            go={t('disable')}
            onAct={async () => {
              await store.disable(open.client);
              showSnack({ text: t('disabled', { name: open.client.name }), icon: Check });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

interface TokensProps {
  readonly state: Provisioning;
  readonly onOpen: (open: Open) => void;
  readonly t: ProvisioningText;
}

function Tokens({ state: { clients, groups }, onOpen, t }: TokensProps): ReactNode {
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? id;
  return (
    <ClientsCard
      clients={clients}
      columns={[
        {
          heading: t('groups.short'),
          draw: (client) => [t('groups.own'), ...client.groups.map(nameOf)].join(', '),
        },
        {
          heading: t('expires'),
          draw: ({ expiresAt }) =>
            Date.parse(expiresAt) < Date.now() ? (
              <Badge tone="red">{t('expired')}</Badge>
            ) : (
              formatDay(expiresAt.slice(0, 10))
            ),
        },
      ]}
      menuOf={(client) => [
        { id: 'change', label: t('change'), icon: Pencil, onSelect: () => onOpen({ what: 'edit', client }) },
        {
          id: 'disable',
          label: t('disable'),
          icon: Ban,
          danger: true,
          begins: true,
          onSelect: () => onOpen({ what: 'disable', client }),
        },
      ]}
      onAdd={() => onOpen({ what: 'edit', client: null })}
      texts={{
        title: t('tokens'),
        more: t('tokens.more'),
        none: t('tokens.none'),
        noneMore: t('tokens.none.more'),
        add: t('add'),
        name: t('name'),
        used: t('used'),
        never: t('used.never'),
        actions: t('actions'),
        actionsOf: ({ name }) => t('more.of', { name }),
      }}
    />
  );
}

const STEPS = ['1', '2', '3'] as const;

function Guide({ t }: { readonly t: ProvisioningText }): ReactNode {
  return (
    <section className="card emb-card" aria-labelledby="prov-guide">
      <h2 className="t2" id="prov-guide">
        {t('guide')}
      </h2>
      <div className="prov-guide">
        {(['entra', 'okta'] as const).map((directory) => (
          <div key={directory} className="stack">
            <h3 className="t3">{t(`guide.${directory}`)}</h3>
            <ol className="s">
              {STEPS.map((step) => (
                <li key={step}>{t(`guide.${directory}.${step}`)}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
