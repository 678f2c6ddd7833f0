import { Ban, Check, CircleCheck, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useAuditItem } from '../../shared/administration/audit-item.ts';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { CompanyRow } from '../../shared/contracts/companies.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import type { MenuProps } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { CompaniesStore } from './companies.store.ts';
import type { CompaniesText } from './companies-text.ts';

const RemoveDialog = containedPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

interface Options {
  readonly store: CompaniesStore;
  /** After an action, also a refused one: another administrator may have changed the company. */
  readonly onChanged: () => unknown;
  readonly onDeleted: () => unknown;
  readonly t: CompaniesText;
}

interface CompanyActions {
  readonly menuOf: (company: CompanyRow) => MenuProps['items'];
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Actions on one company, for the menu of a row and for the company's own screen. */
export function useCompanyActions({ store, onChanged, onDeleted, t }: Options): CompanyActions {
  const mayEdit = useMayEdit();
  const widget = useWidget();
  const auditItem = useAuditItem('company', (query) => widget.ask('verva-audit-opened', { query }));
  const [removed, setRemoved] = useState<CompanyRow | null>(null);

  async function setActive(company: CompanyRow, active: boolean): Promise<void> {
    try {
      await store.setActive(company, active);
      showSnack({ text: t(active ? 'activated' : 'deactivated', { name: company.name }), icon: Check });
    } catch (error) {
      showProblem(error);
    }
    onChanged();
  }

  const changesOf = (company: CompanyRow): MenuProps['items'] => [
    {
      id: 'active',
      label: t(company.active ? 'deactivate' : 'activate'),
      icon: company.active ? Ban : CircleCheck,
      onSelect: () => void setActive(company, !company.active),
    },
    ...auditItem(company.id),
    {
      id: 'remove',
      label: t('remove.ask'),
      icon: Trash2,
      danger: true,
      begins: true,
      onSelect: () => setRemoved(company),
    },
  ];
  const dialog = removed && (
    <Suspense>
      <RemoveDialog
        company={removed}
        store={store}
        onDeactivate={() => void setActive(removed, false)}
        onClose={(isDone) => {
          setRemoved(null);
          if (isDone) onDeleted();
          else onChanged();
        }}
        t={t}
      />
    </Suspense>
  );
  return { menuOf: (company) => (mayEdit ? changesOf(company) : []), dialog };
}
