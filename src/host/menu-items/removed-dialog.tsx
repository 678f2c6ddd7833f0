import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { MENU_RESTORE_DAYS } from '../../shared/contracts/menu.rules.ts';
import type { RemovedMenuItem } from '../../shared/contracts/menus.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { formatDayAndTime, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { menuItemsMessages } from './menu-items.messages.ts';
import type { MenuItemsStore } from './menu-items.store.ts';

export interface RemovedDialogProps {
  readonly removed: readonly RemovedMenuItem[];
  readonly store: MenuItemsStore;
  readonly onClose: () => void;
}

/** Removed entries that can be restored. */
export function RemovedDialog({ removed, store, onClose }: RemovedDialogProps): ReactNode {
  const t = useMessages(menuItemsMessages);
  const language = useLanguage();
  const restore = async (id: string, name: string) => {
    await store.restore(id);
    showSnack({ text: t('restored', { name }), icon: Check });
    if (removed.length === 1) onClose();
  };
  return (
    <Dialog
      title={t('bin')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p className="s second">{t('bin.more', { days: MENU_RESTORE_DAYS })}</p>
      <ul className="menu-removed">
        {removed.map(({ id, path, title, removedAt }) => {
          const name = textOf(title, language) || path;
          return (
            <li key={id} className="row">
              <div className="stack grow">
                <span className="cut">{name}</span>
                <span className="xs muted cut">
                  {path} · {formatDayAndTime(removedAt)}
                </span>
              </div>
              <Button small onClick={() => void restore(id, name).catch(showProblem)}>
                {t('restore')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
