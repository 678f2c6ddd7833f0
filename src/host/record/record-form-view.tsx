import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { usePageTitle } from '../page-title.ts';
import { LoadedRecord } from './loaded-record.tsx';
import { recordMessages } from './record.messages.ts';

const PATH = '/record-form-view';

/** One record without drawer and toolbar, for the web view of an app (RTE-05): `/record-form-view?resource=&recordId=`. */
export function RecordFormView({ send = call }: { readonly send?: typeof call }): ReactNode {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [resource, recordId] = [query.get('resource'), query.get('recordId')];
  return (
    <DocumentWidget>
      <main className="web-view record" id="main">
        {resource && recordId ? (
          <LoadedRecord
            key={`${resource} ${recordId}`}
            send={send}
            resource={resource}
            recordId={recordId}
            onAdded={({ id }) =>
              navigate(`${PATH}?${new URLSearchParams({ resource, recordId: id })}`, { replace: true })
            }
          />
        ) : (
          <Unnamed />
        )}
      </main>
    </DocumentWidget>
  );
}

function Unnamed(): ReactNode {
  const t = useMessages(recordMessages);
  usePageTitle(t('record'));
  return <EmptyState mark="failed" title={t('unnamed')} text={t('unnamed.text')} />;
}
