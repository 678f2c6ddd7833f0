import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { RecordForm, RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { usePageTitle } from '../page-title.ts';
import { OpenRecord } from './open-record.tsx';
import { recordMessages } from './record.messages.ts';
import { createRecordStore, type RecordStore } from './record.store.ts';
import type { RecordText } from './record-text.ts';
import './record.css';

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

interface Props {
  readonly send: typeof call;
  readonly resource: string;
  readonly recordId: string;
  readonly onAdded: (record: RegistryRecord) => void;
}

function LoadedRecord({ send, resource, recordId, onAdded }: Props): ReactNode {
  useSignals();
  const t = useMessages(recordMessages);
  const store = useMemo(() => createRecordStore(send, resource, recordId), [send, resource, recordId]);
  const state = store.load.value;
  const title = state.status === 'ready' ? titleOf(state.form, t) : t('record');
  usePageTitle(title);
  useEffect(() => {
    void store.open();
    return store.stop;
  }, [store]);

  switch (state.status) {
    case 'loading':
      return (
        <div className="detail record-waiting" aria-busy="true">
          <Skeleton rows={6} label={t('loading')} />
        </div>
      );
    case 'failed':
      return <Failed store={store} code={state.error.code} text={problemText(state.error)} />;
    case 'removed':
      return (
        <EmptyState title={t('bin')} text={t('bin.text')}>
          <Button onClick={() => void store.restore().catch(showProblem)}>{t('restore')}</Button>
        </EmptyState>
      );
    case 'ready':
      return <OpenRecord store={store} form={state.form} typed={state.typed} title={title} onAdded={onAdded} />;
  }
}

function titleOf({ record }: RecordForm, t: RecordText): string {
  return record ? record.title || record.number || t('record') : t('new');
}

function Failed({ store, code, text }: { readonly store: RecordStore; readonly code: string; readonly text: string }) {
  const t = useMessages(recordMessages);
  switch (code) {
    case 'registry.not_found':
    case 'record.not_found':
      return <EmptyState mark="failed" title={t('notFound')} />;
    case 'access.denied':
      return <EmptyState mark="failed" title={t('denied')} text={t('denied.more')} />;
    default:
      return (
        <EmptyState mark="failed" title={t('failed')} text={text}>
          <Button onClick={() => void store.open()}>{t('retry')}</Button>
        </EmptyState>
      );
  }
}
