import type { ReactNode } from 'react';
import type { RegistryUse } from '../../shared/contracts/registry-settings.contract.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { countText } from './registry-list.tsx';
import type { RegistrySettingsText } from './registry-settings-text.ts';

interface Props {
  readonly uses: readonly RegistryUse[];
  readonly t: RegistrySettingsText;
}

/** What uses the registry, and so prevents its deletion. */
export function UsesTab({ uses, t }: Props): ReactNode {
  if (uses.length === 0) return <EmptyState title={t('uses.none')} text={t('uses.none.more')} />;
  return (
    <ul className="card reg-uses">
      {uses.map(({ kind, id, title, count }) => (
        <li key={`${kind}/${id}`} className="row">
          <span className="grow cut">{count === undefined ? title : countText(count, t)}</span>
          <span className="s muted">{t(`use.${kind}`)}</span>
          {count === undefined && <span className="xs muted mono cut">{id}</span>}
        </li>
      ))}
    </ul>
  );
}
