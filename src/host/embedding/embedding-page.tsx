import { useSignals } from '@preact/signals-react/runtime';
import { Check, Code, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import type { EmbedClient, EmbedOrigin } from '../../shared/contracts/embed-clients.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import folding from '../../shared/ui/styles/folding.css?inline';
import table from '../../shared/ui/styles/table.css?inline';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import type { ClientDialogProps } from './client-dialog.tsx';
import { ClientsCard } from './clients-card.tsx';
import { ConfirmCard } from './confirm-card.tsx';
import { embeddingMessages } from './embedding.messages.ts';
import { type ClientWithSecret, createEmbedding, type Embedding } from './embedding.store.ts';
import type { EmbeddingText } from './embedding-text.ts';
import { OriginsCard } from './origins-card.tsx';
import type { SecretDialogProps } from './secret-dialog.tsx';
import type { SnippetDialogProps } from './snippet-dialog.tsx';
import './embedding.css';

const ClientDialog = containedPart<'ClientDialog', ClientDialogProps>(
  () => import('./client-dialog.tsx'),
  'ClientDialog',
);
const SecretDialog = containedPart<'SecretDialog', SecretDialogProps>(
  () => import('./secret-dialog.tsx'),
  'SecretDialog',
);
const SnippetDialog = containedPart<'SnippetDialog', SnippetDialogProps>(
  () => import('./snippet-dialog.tsx'),
  'SnippetDialog',
);
const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

type Open =
  | { readonly what: 'client'; readonly client: EmbedClient | null }
  | { readonly what: 'secret'; readonly client: ClientWithSecret }
  | { readonly what: 'snippet' | 'rotate' | 'remove'; readonly client: EmbedClient }
  | { readonly what: 'origin'; readonly origin: EmbedOrigin }
  | null;

/** Embedding settings (EMB-04, BEY-20): origins that may show elements, and servers that may request tokens. */
export function EmbeddingPage({ send = call }: { readonly send?: typeof call }): ReactNode {
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
  const t = useMessages(embeddingMessages);
  const store = useLoadedStore(() => createEmbedding({ send }));
  const [open, setOpen] = useState<Open>(null);
  const state = store.state.value;
  const close = () => setOpen(null);
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') {
    return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  }
  return (
    <div className="page emb-page">
      <p className="second">{t('about')}</p>
      <OriginsCard
        store={store}
        origins={state.origins}
        onRemove={(origin) => setOpen({ what: 'origin', origin })}
        t={t}
      />
      <ConfirmCard store={store} settings={state.settings} t={t} />
      <Clients state={state} onOpen={setOpen} t={t} />
      <Suspense>
        {open?.what === 'client' && (
          <ClientDialog
            store={store}
            client={open.client}
            groups={state.groups}
            onClose={(made) => setOpen(made ? { what: 'secret', client: made } : null)}
          />
        )}
        {open?.what === 'secret' && (
          <SecretDialog client={open.client} onClose={() => setOpen({ what: 'snippet', client: open.client })} />
        )}
        {open?.what === 'snippet' && <SnippetDialog client={open.client} origins={state.origins} onClose={close} />}
        {open?.what === 'rotate' && (
          <ConfirmDialog
            key="rotate"
            title={t('rotate.title', { name: open.client.name })}
            text={t('rotate.text')}
            go={t('rotate')}
            onAct={async () => setOpen({ what: 'secret', client: await store.rotate(open.client) })}
            onClose={() => setOpen((now) => (now?.what === 'rotate' ? null : now))}
          />
        )}
        {open?.what === 'remove' && (
          <ConfirmDialog
            key="remove"
            title={t('remove.title', { name: open.client.name })}
            text={t('remove.text')}
            go={t('remove')}
            onAct={async () => {
              await store.removeClient(open.client);
              showSnack({ text: t('removed', { name: open.client.name }), icon: Check });
            }}
            onClose={close}
          />
        )}
        {open?.what === 'origin' && (
          <ConfirmDialog
            key="origin"
            title={t('origin.remove.title', { origin: open.origin.origin })}
            text={t('origin.remove.text')}
            go={t('remove')}
            onAct={async () => {
              await store.removeOrigin(open.origin);
              showSnack({ text: t('removed', { name: open.origin.origin }), icon: Check });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

interface ClientsProps {
  readonly state: Embedding;
  readonly onOpen: (open: Open) => void;
  readonly t: EmbeddingText;
}

function Clients({ state: { clients, groups }, onOpen, t }: ClientsProps): ReactNode {
  const readersOf = (id: string | null) =>
    id === null ? (
      <span className="muted">{t('readers.none.short')}</span>
    ) : (
      (groups.find((group) => group.id === id)?.name ?? id)
    );
  return (
    <ClientsCard
      clients={clients}
      columns={[
        {
          heading: t('scopes.short'),
          isPlain: true,
          draw: ({ scopes }) => scopes.map((scope) => t(`scope.${scope}`)).join(', '),
        },
        { heading: t('readers'), draw: ({ readersGroupId }) => readersOf(readersGroupId) },
      ]}
      menuOf={(client) => [
        { id: 'change', label: t('change'), icon: Pencil, onSelect: () => onOpen({ what: 'client', client }) },
        { id: 'snippet', label: t('snippet'), icon: Code, onSelect: () => onOpen({ what: 'snippet', client }) },
        {
          id: 'rotate',
          label: t('rotate'),
          icon: KeyRound,
          begins: true,
          onSelect: () => onOpen({ what: 'rotate', client }),
        },
        {
          id: 'remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          onSelect: () => onOpen({ what: 'remove', client }),
        },
      ]}
      onAdd={() => onOpen({ what: 'client', client: null })}
      texts={{
        title: t('clients'),
        more: t('clients.more'),
        none: t('clients.none'),
        noneMore: t('clients.none.more'),
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
