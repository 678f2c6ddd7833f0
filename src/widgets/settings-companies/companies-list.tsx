import { useSignals } from '@preact/signals-react/runtime';
import { Building2, Ellipsis, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { CompanyRow } from '../../shared/contracts/companies.contract.ts';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { formatNumber, useLanguage } from '../../shared/locale/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { isDenied, LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu, type MenuProps } from '../../shared/ui/menu.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import type { CompaniesStore } from './companies.store.ts';
import type { CompaniesText } from './companies-text.ts';
import { useCompanyActions } from './company-actions.tsx';
import { CompanyLogo } from './company-logo.tsx';
import { countryName } from './countries.ts';

const NewCompanyDialog = containedPart(() => import('./new-company-dialog.tsx'), 'NewCompanyDialog');

interface Props {
  readonly store: CompaniesStore;
  readonly onOpen: (id: string) => void;
  readonly onImport: () => void;
  readonly t: CompaniesText;
}

/** All companies of the organisation, with search and filters. */
export function CompaniesList({ store, onOpen, onImport, t }: Props): ReactNode {
  useSignals();
  const { records } = store;
  const [creates, setCreates] = useState(false);
  const actions = useCompanyActions({ store, onChanged: records.load, onDeleted: records.load, t });
  const mayEdit = useMayEdit();
  const list = records.list.value;
  if (list.status === 'failed' && isDenied(list.code)) {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const create = mayEdit && (
    <Button kind="primary" icon={Plus} onClick={() => setCreates(true)}>
      {t('create')}
    </Button>
  );
  const menuOf = (company: CompanyRow) => [
    { id: 'open', label: t('open'), icon: Building2, onSelect: () => onOpen(company.id) },
    ...actions.menuOf(company),
  ];
  return (
    <div className="settings-table">
      <div className="settings-bar">
        <search>
          <SearchBox label={t('search')} value={records.asked.value.q} onSearch={(q) => void records.ask({ q })} />
        </search>
        <ImportButton onClick={onImport} />
        {create}
      </div>
      <RecordTable
        wide
        store={records}
        label={t('title')}
        columns={columnsOf({ onOpen, menuOf, t })}
        empty={
          <EmptyState title={t('empty')} text={mayEdit ? t('empty.more') : undefined}>
            {create}
          </EmptyState>
        }
      />
      {actions.dialog}
      {creates && (
        <Suspense>
          <NewCompanyDialog
            store={store}
            onClose={(id?: string) => {
              setCreates(false);
              if (id) onOpen(id);
            }}
            t={t}
          />
        </Suspense>
      )}
    </div>
  );
}

interface ColumnOptions {
  readonly onOpen: (id: string) => void;
  readonly menuOf: (company: CompanyRow) => MenuProps['items'];
  readonly t: CompaniesText;
}

function columnsOf({ onOpen, menuOf, t }: ColumnOptions): readonly TableColumn<CompanyRow>[] {
  return [
    {
      field: 'name',
      draw: (company) => (
        <span className="row company">
          <CompanyLogo company={company} size={24} />
          <button type="button" className="link cut" onClick={() => onOpen(company.id)}>
            {company.name}
          </button>
        </span>
      ),
    },
    { field: 'code', className: 'col-code', draw: ({ code }) => <Text className="mono">{code}</Text> },
    { field: 'registryCode', className: 'col-code', draw: ({ registryCode }) => <Text>{registryCode}</Text> },
    { field: 'country', className: 'col-country', draw: ({ country }) => <Country code={country} /> },
    {
      field: 'people',
      className: 'col-number',
      needsTitle: true,
      draw: ({ people }) => <span>{formatNumber(people)}</span>,
    },
    { field: 'status', className: 'col-status', draw: ({ active }) => <CompanyStatus active={active} t={t} /> },
    {
      field: 'actions',
      title: t('actions'),
      className: 'col-actions',
      isActions: true,
      draw: (company) => {
        const label = t('actionsOf', { name: company.name });
        return (
          <Menu
            label={label}
            align="end"
            items={menuOf(company)}
            trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={label} />}
          />
        );
      },
    },
  ];
}

interface TextProps {
  readonly className?: string;
  readonly children: string | null;
}

function Text({ className = '', children }: TextProps): ReactNode {
  return children ? <span className={`cut ${className}`}>{children}</span> : <span className="muted none">–</span>;
}

function Country({ code }: { readonly code: string | null }): ReactNode {
  const language = useLanguage();
  return <Text>{code && countryName(code, language)}</Text>;
}

interface StatusProps {
  readonly active: boolean;
  readonly t: CompaniesText;
}

/** Whether a company can be chosen, as shape and word. */
export function CompanyStatus({ active, t }: StatusProps): ReactNode {
  const status = active ? 'active' : 'inactive';
  return <StatusText status={status}>{t(`status.${status}`)}</StatusText>;
}
