import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { EditingProvider } from '../../shared/administration/editing.tsx';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import type { ImportDone } from '../../shared/imports/import.store.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { readQuestion } from '../../shared/records/index.ts';
import { useQuestion } from '../../shared/records/use-question.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/companies.css?inline';
import pageStyles from '../../shared/ui/styles/settings-table.css?inline';
import { useOpenStores } from '../../shared/ui/use-open-stores.ts';
import { companiesMessages } from './companies.messages.ts';
import { createCompanies } from './companies.store.ts';
import { CompaniesList } from './companies-list.tsx';
import { createCompanyStore } from './company.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const CompanyEditor = containedPart(() => import('./company-editor.tsx'), 'CompanyEditor');

type SettingsCompaniesProps = PropertiesOf<'verva-settings-companies'>;

/** Administration of companies (ADM-05). */
export function SettingsCompanies(props: SettingsCompaniesProps): ReactNode {
  useStyles(pageStyles);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return (
    <EditingProvider mayEdit={!props.readonly} auditPage={props.auditPage}>
      <SettingsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />
    </EditingProvider>
  );
}

function SettingsOf({ companyId, query = '' }: SettingsCompaniesProps): ReactNode {
  useSignals();
  const t = useMessages(companiesMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  // The initial question; later ones come from the user, or from Back.
  const [store] = useState(() => createCompanies({ send, asked: readQuestion(query) }));
  const [opened, setOpened] = useState(companyId ?? null);
  const [imports, setImports] = useState(false);
  const companyOf = useOpenStores((id) => createCompanyStore({ send, id }));
  const isListed = session.value.status === 'signed-in' && opened === null && !imports;

  useEffect(() => setOpened(companyId ?? null), [companyId]);
  useQuestion({
    records: store.records,
    query,
    isListed,
    onChange: (asked) => widget.emit('verva-companies-changed', { query: asked }),
  });

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open company in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    if (widget.ask('verva-company-opened', { companyId: id })) setOpened(id);
  };
  if (opened === null && imports)
    return <ImportPage resource="companies" onClose={() => setImports(false)} onDone={onImported} />;
  if (opened === null) {
    return <CompaniesList store={store} onOpen={open} onImport={() => setImports(true)} t={t} />;
  }
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <CompanyEditor key={opened} company={companyOf(opened)} store={store} onOpen={open} t={t} />
    </Suspense>
  );
}
