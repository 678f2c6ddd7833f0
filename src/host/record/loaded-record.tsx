import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { RecordForm, RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { usePageTitle } from '../page-title.ts';
import { OpenRecord } from './open-record.tsx';
import { recordMessages } from './record.messages.ts';
import { createRecordStore, type RecordStore } from './record.store.ts';
import type { RecordText } from './record-text.ts';
import './record.css';

interface Props {
  readonly send: typeof call;
  readonly resource: string;
  readonly recordId: string;
  readonly onAdded: (record: RegistryRecord) => void;
}

/** A record of a registry by its id or number, or a new one, with its form. */
export function LoadedRecord({ send, resource, recordId, onAdded }: Props): ReactNode {
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
      return (
        <OpenRecord
          {...{ send, resource, store }}
          form={state.form}
          typed={state.typed}
          title={title}
          onAdded={onAdded}
        />
      );
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
