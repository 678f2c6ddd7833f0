import { useSignals } from '@preact/signals-react/runtime';
import { ChevronRight, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { call } from '../../shared/api/index.ts';
import { RECORDS_COUNTED } from '../../shared/contracts/registry.rules.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { formatNumber, useLanguage } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLoadedStore } from '../../shared/ui/use-loaded-store.ts';
import type { NewRegistryDialogProps } from './new-registry-dialog.tsx';
import { createRegistryList } from './registry-settings.store.ts';
import type { RegistrySettingsText } from './registry-settings-text.ts';

const NewRegistryDialog = containedPart<'NewRegistryDialog', NewRegistryDialogProps>(
  () => import('./new-registry-dialog.tsx'),
  'NewRegistryDialog',
);

interface Props {
  readonly send: typeof call;
  readonly onOpen: (id: string) => void;
  readonly t: RegistrySettingsText;
}

/** The list of registries. */
export function RegistryList({ send, onOpen, t }: Props): ReactNode {
  useSignals();
  const language = useLanguage();
  const store = useLoadedStore(() => createRegistryList({ send }));
  const [adds, setAdds] = useState(false);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="page reg-page">
      <div className="row wrap reg-top">
        <p className="second grow">{t('about')}</p>
        <Button kind="primary" icon={Plus} onClick={() => setAdds(true)}>
          {t('add')}
        </Button>
      </div>
      {state.registries.length === 0 && <EmptyState title={t('empty')} text={t('empty.more')} />}
      {state.registries.length > 0 && (
        <ul className="card reg-list">
          {state.registries.map(({ id, title, icon, active, records }) => (
            <li key={id}>
              <button type="button" className="row reg-row" onClick={() => onOpen(id)}>
                <ProcessIcon name={icon} />
                <span className="stack grow">
                  <span className="strong cut">{textOf(title, language) || id}</span>
                  <span className="xs muted mono cut">{id}</span>
                </span>
                {!active && <Badge tone="grey">{t('inactive')}</Badge>}
                <span className="s second">{countText(records, t)}</span>
                <Icon of={ChevronRight} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {adds && (
        <Suspense>
          <NewRegistryDialog store={store} forms={state.forms} onMade={onOpen} onClose={() => setAdds(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** "214 records", "1,000+ records". */
export function countText(records: number, t: RegistrySettingsText): string {
  return records > RECORDS_COUNTED
    ? t('records.many', { count: formatNumber(RECORDS_COUNTED) })
    : t('records', { count: records });
}
