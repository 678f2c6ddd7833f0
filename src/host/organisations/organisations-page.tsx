import { useSignals } from '@preact/signals-react/runtime';
import { Download, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import type { OrganisationRow } from '../../shared/contracts/organisations.contract.ts';
import { formatDayAndTime, formatNumber, useMessages } from '../../shared/locale/index.ts';
import { createRecordsStore, printQuestion, readQuestion } from '../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { useOpenStores } from '../../shared/ui/use-open-stores.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { IdentityProviders } from '../issuers/identity-providers.tsx';
import { useListAddress } from '../list-address.ts';
import { OrganisationSignIn } from '../sign-in-settings/organisation-sign-in.tsx';
import type { NewOrganisationDialogProps } from './new-organisation-dialog.tsx';
import { createOrganisationStore } from './organisation.store.ts';
import { OrganisationEditor } from './organisation-editor.tsx';
import { OrganisationStatus } from './organisation-status.tsx';
import { organisationsMessages } from './organisations.messages.ts';
import type { OrganisationsText } from './organisations-text.ts';
import './organisations.css';

const NewOrganisationDialog = containedPart<'NewOrganisationDialog', NewOrganisationDialogProps>(
  () => import('./new-organisation-dialog.tsx'),
  'NewOrganisationDialog',
);

const LIST = '/settings/organisations';
const ADDRESS = { read: readQuestion, print: printQuestion };

/** All organisations of the installation, for the provider (ORG-02). An address below the page's own opens one. */
export function OrganisationsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Organisations send={send} />
    </DocumentWidget>
  );
}

function Organisations({ send }: { readonly send: typeof call }): ReactNode {
  const t = useMessages(organisationsMessages);
  const [path, navigate] = useLocation();
  const editorOf = useOpenStores((id) => createOrganisationStore({ send, id }));
  const [, opened, part] = /^\/settings\/organisations\/([^/]+)(?:\/(identity-providers|sign-in))?$/.exec(path) ?? [];
  if (opened !== undefined && part !== undefined) {
    const props = { send, tenantId: opened, onBack: () => navigate(`${LIST}/${opened}`) };
    return part === 'sign-in' ? (
      <OrganisationSignIn key={opened} {...props} />
    ) : (
      <IdentityProviders key={opened} {...props} />
    );
  }
  if (opened === undefined) return <List send={send} onOpen={(id) => navigate(`${LIST}/${id}`)} t={t} />;
  return <OrganisationEditor key={opened} editor={editorOf(opened)} onBack={() => navigate(LIST)} t={t} />;
}

interface ListProps {
  readonly send: typeof call;
  readonly onOpen: (id: string) => void;
  readonly t: OrganisationsText;
}

function List({ send, onOpen, t }: ListProps): ReactNode {
  useSignals();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const records = useMemo(
    () => createRecordsStore<OrganisationRow>({ send, resource: 'organisations', asked: ADDRESS.read(search) }),
    [send],
  );
  useListAddress(ADDRESS, records.asked.value, records.askFrom);
  const [creates, setCreates] = useState(false);
  useEffect(() => {
    void records.load();
    return records.close;
  }, [records]);
  const list = records.list.value;
  if (list.status === 'failed' && list.code === 'access.denied') {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const save = () => records.fileAddress().then((address) => location.assign(address), showProblem);
  return (
    <ListPage
      search={{ label: t('search'), q: records.asked.value.q, onSearch: (q) => void records.ask({ q }) }}
      actions={
        <>
          <Button icon={Download} onClick={() => void save()}>
            {t('export')}
          </Button>
          <Button kind="primary" icon={Plus} onClick={() => setCreates(true)}>
            {t('create')}
          </Button>
        </>
      }
    >
      <RecordTable
        wide
        store={records}
        label={t('list')}
        columns={columnsOf(onOpen, t)}
        empty={<EmptyState title={t('empty')} />}
      />
      {creates && (
        <Suspense>
          <NewOrganisationDialog
            send={send}
            onClose={(id) => {
              setCreates(false);
              if (id) onOpen(id);
            }}
            t={t}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

function columnsOf(onOpen: (id: string) => void, t: OrganisationsText): readonly TableColumn<OrganisationRow>[] {
  return [
    {
      field: 'name',
      draw: ({ id, name }) => (
        <button type="button" className="link cut strong" onClick={() => onOpen(id)}>
          {name}
        </button>
      ),
    },
    { field: 'id', className: 'org-slug', draw: ({ id }) => <span className="mono cut">{id}</span> },
    {
      field: 'users',
      className: 'org-number',
      needsTitle: true,
      draw: ({ users }) => <span>{formatNumber(users)}</span>,
    },
    { field: 'status', className: 'org-status', draw: (row) => <OrganisationStatus organisation={row} t={t} /> },
    {
      field: 'lastActivityAt',
      className: 'org-time',
      needsTitle: true,
      draw: ({ lastActivityAt }) =>
        lastActivityAt === null ? (
          <span className="muted none">–</span>
        ) : (
          <span className="nowrap">{formatDayAndTime(lastActivityAt)}</span>
        ),
    },
    {
      field: 'createdAt',
      className: 'org-time',
      needsTitle: true,
      draw: ({ createdAt }) => <span className="nowrap">{formatDayAndTime(createdAt)}</span>,
    },
  ];
}
