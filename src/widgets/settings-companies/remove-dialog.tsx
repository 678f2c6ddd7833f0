import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CompanyRow } from '../../shared/contracts/companies.contract.ts';
import { DeleteDialog } from '../../shared/ui/delete-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { UsedBy } from '../../shared/ui/used-by.tsx';
import type { CompaniesStore } from './companies.store.ts';
import type { CompaniesText } from './companies-text.ts';

interface Props {
  readonly company: CompanyRow;
  readonly store: CompaniesStore;
  readonly onDeactivate: () => void;
  readonly onClose: (isDone: boolean) => void;
  readonly t: CompaniesText;
}

/** Deletes a company that nothing uses; another one can be made inactive instead. */
export function RemoveDialog({ company, store, onDeactivate, onClose, t }: Props): ReactNode {
  const { name, active } = company;

  async function remove(): Promise<void> {
    await store.remove(company);
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose(true);
  }

  return (
    <DeleteDialog
      title={t('remove.title', { name })}
      find={(stop) => store.usesOf(company, stop)}
      isUsed={({ people, usedBy }) => people > 0 || usedBy.length > 0}
      draw={({ people, usedBy }) =>
        people > 0 || usedBy.length > 0 ? (
          <>
            <p>{t(active ? 'inUse' : 'inUse.inactive')}</p>
            {people > 0 && <p className="strong">{t('people', { count: people })}</p>}
            <UsedBy usedBy={usedBy} />
          </>
        ) : (
          <p>{t('remove.text')}</p>
        )
      }
      remove={remove}
      instead={active ? { label: t('deactivate'), onSelect: onDeactivate } : undefined}
      onClose={() => onClose(false)}
    />
  );
}
