import { useSignals } from '@preact/signals-react/runtime';
import { FileUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { processSettingsMessages } from './process-settings.messages.ts';
import { createProcessSettings } from './process-settings.store.ts';
import type { UploadDialogProps } from './upload-dialog.tsx';
import './process-settings.css';

const UploadDialog = containedPart<'UploadDialog', UploadDialogProps>(
  () => import('./upload-dialog.tsx'),
  'UploadDialog',
);

/** Processes of the organisation, for the provider (PRV-03). */
export function ProcessSettingsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Processes send={send} />
    </DocumentWidget>
  );
}

function Processes({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(processSettingsMessages);
  const store = useLoadedStore(() => createProcessSettings({ send }));
  const [uploads, setUploads] = useState(false);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="page proc-page">
      <div className="row wrap proc-head">
        <p className="second grow">{t('about')}</p>
        <Button kind="primary" icon={FileUp} onClick={() => setUploads(true)}>
          {t('upload')}
        </Button>
      </div>
      {state.processes.length === 0 ? (
        <EmptyState title={t('empty')} text={t('empty.more')} />
      ) : (
        <ul className="card proc-rows">
          {state.processes.map(({ key, name, active, suspended }) => (
            <li key={key} className="row proc-row">
              <span className="stack grow">
                <span className="strong cut">{name}</span>
                <span className="xs muted mono cut">{key}</span>
              </span>
              {suspended && <Badge tone="grey">{t('suspended')}</Badge>}
              {active !== null && <span className="s second nowrap">{t('version', { number: active })}</span>}
            </li>
          ))}
        </ul>
      )}
      {uploads && (
        <Suspense>
          <UploadDialog store={store} onClose={() => setUploads(false)} />
        </Suspense>
      )}
    </div>
  );
}
