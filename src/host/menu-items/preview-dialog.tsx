import { type ReactNode, useEffect, useState } from 'react';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import type { MenuItem } from '../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { namedIcon } from '../../shared/ui/named-icon.ts';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { menuItemsMessages } from './menu-items.messages.ts';
import { flatEntries, type MenuItems, type MenuItemsStore } from './menu-items.store.ts';
import type { MenuItemsText } from './menu-items-text.ts';
import { hiddenFrom } from './preview.rules.ts';

export interface PreviewDialogProps {
  readonly menu: MenuItems;
  readonly store: MenuItemsStore;
  readonly onClose: () => void;
}

/** The menu as a user sees it, and why other entries are not shown. */
export function PreviewDialog({ menu, store, onClose }: PreviewDialogProps): ReactNode {
  const t = useMessages(menuItemsMessages);
  const [user, setUser] = useState<UserRef | null>(null);
  const [items, setItems] = useState<readonly MenuItem[] | null>(null);
  useEffect(() => {
    setItems(null);
    if (!user) return;
    const stop = new AbortController();
    store.preview(user.id, stop.signal).then(
      (seen) => !stop.signal.aborted && setItems(seen.items),
      (error: unknown) => !stop.signal.aborted && showProblem(error),
    );
    return () => stop.abort();
  }, [store, user]);
  return (
    <Dialog
      title={t('preview')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="stack spaced menu-preview" aria-live="polite">
        <PersonField label={t('preview.who')} value={user} onChange={setUser} />
        {!user && <p className="s muted">{t('preview.empty')}</p>}
        {items && (
          <>
            <Seen items={items} />
            <NotShown entries={menu.items} items={items} t={t} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Seen({ items }: { readonly items: readonly MenuItem[] }): ReactNode {
  const language = useLanguage();
  return (
    <ul>
      {items
        .filter(({ meta }) => !meta.hidden)
        .map(({ id, icon, title, children }) => (
          <li key={id}>
            <span className="row">
              {icon && <Icon of={namedIcon(icon)} />}
              <span className="cut">{textOf(title, language)}</span>
            </span>
            {children.length > 0 && <Seen items={children} />}
          </li>
        ))}
    </ul>
  );
}

interface NotShownProps {
  readonly entries: readonly EditedMenuItem[];
  readonly items: readonly MenuItem[];
  readonly t: MenuItemsText;
}

function NotShown({ entries, items, t }: NotShownProps): ReactNode {
  const language = useLanguage();
  const hidden = hiddenFrom(flatEntries(entries), items);
  if (hidden.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="menu-not-shown">
      <h3 className="label" id="menu-not-shown">
        {t('preview.not')}
      </h3>
      <ul className="xs muted">
        {hidden.map(({ entry, why }) => {
          const name = textOf(entry.title, language) || entry.path;
          const groups = entry.meta.groups?.join(', ') ?? '';
          return <li key={entry.id}>{t(`preview.${why}`, { name, groups })}</li>;
        })}
      </ul>
    </section>
  );
}
