import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { openApplication } from '../../shared/administration/open-application.ts';
import { hasScope } from '../../shared/administration/token-scopes.ts';
import { call } from '../../shared/api/index.ts';
import { NEW_RECORD } from '../../shared/contracts/registry.rules.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { RecordList } from '../../shared/registry/record-list.tsx';
import { registryPageMessages } from '../../shared/registry/registry.messages.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

type RecordsProps = PropertiesOf<'verva-records'>;

/** The records of a registry, for pages of others (CAT-01). */
export function Records(props: RecordsProps): ReactNode {
  useSignals();
  const t = useMessages(registryPageMessages);
  const shown = shownSession.value;
  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;
  // What the token allows is not known yet.
  if (session.value.status === 'starting') return <Skeleton rows={8} />;
  if (!props.registry) return <EmptyState mark="failed" title={t('missing')} />;
  return <RecordsOf key={`${shown?.user.key} ${shown?.tenant.tenantId} ${props.registry}`} {...props} />;
}

function RecordsOf({ registry = '', view, query = '', recordId, readonly }: RecordsProps): ReactNode {
  const widget = useWidget();
  /** The title of the registry while a file is imported. */
  const [importInto, setImportInto] = useState<string | null>(null);
  // A page that shows records itself prevents the default.
  const open = (id: string, number: string | null) => {
    if (!widget.ask('verva-record-opened', { registry, recordId: id, number })) return;
    const path = `/record-form-view?${new URLSearchParams({ resource: registry, recordId: id })}`;
    openApplication(path, () => widget.ask('verva-open-application', { path }));
  };
  if (importInto !== null) {
    return (
      <ImportPage
        resource={{ registry, title: importInto }}
        onClose={() => setImportInto(null)}
        onDone={(done) => widget.emit('verva-import-done', done)}
      />
    );
  }
  return (
    <div className="registry-list" part="list">
      <RecordList
        send={call}
        registry={registry}
        view={view || undefined}
        query={query}
        onQuery={(asked) => widget.emit('verva-records-changed', { query: asked })}
        readOnly={readonly === true}
        maySaveViews={hasScope('inbox') && readonly !== true}
        opened={recordId ?? null}
        onOpen={({ id, number }) => open(id, number)}
        onAdd={() => open(NEW_RECORD, null)}
        onImport={setImportInto}
      />
    </div>
  );
}
