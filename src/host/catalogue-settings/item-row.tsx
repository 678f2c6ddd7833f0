import { ArrowDown, ArrowUp, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { CatalogueItem } from '../../shared/contracts/catalogue.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { type CatalogueSettings, type CatalogueSettingsStore, targetName } from './catalogue-settings.store.ts';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';
import type { Open } from './open-dialog.ts';

interface Props {
  readonly item: CatalogueItem;
  /** The items of its category. */
  readonly items: readonly CatalogueItem[];
  readonly settings: CatalogueSettings;
  readonly store: CatalogueSettingsStore;
  readonly onOpen: (open: Open) => void;
  readonly t: CatalogueSettingsText;
}

/** Title of an item as users see it. */
export function itemTitle(
  { title, kind, target }: CatalogueItem,
  settings: CatalogueSettings,
  language: string,
): string {
  return textOf(title, language) || targetName(settings, { kind, target }, language) || target;
}

/** An item in its category: what it starts, who sees it, and why users cannot start it. */
export function ItemRow({ item, items, settings, store, onOpen, t }: Props): ReactNode {
  const language = useLanguage();
  const title = itemTitle(item, settings, language);
  const groups = item.groups.map((id) => settings.groups.find((group) => group.id === id)?.name ?? id);
  return (
    <li className="row cat-item">
      <ProcessIcon name={item.icon} />
      <div className="stack grow">
        <button
          type="button"
          className="link cut strong"
          onClick={() => onOpen({ what: 'item', item, category: null })}
        >
          {title}
        </button>
        <span className="xs muted cut">{[item.target, groups.join(', ') || t('groups.all')].join(' · ')}</span>
      </div>
      {item.blocked && (
        <Badge tone={item.blocked === 'inactive' ? 'grey' : 'amber'}>{t(`blocked.${item.blocked}`)}</Badge>
      )}
      <More {...{ item, items, store, onOpen, t }} name={title} />
    </li>
  );
}

function More({ item, items, store, onOpen, name, t }: Omit<Props, 'settings'> & { readonly name: string }): ReactNode {
  const [, navigate] = useLocation();
  const at = items.indexOf(item);
  const move = (step: -1 | 1) => void store.moveItem(items, item, step).catch(showProblem);
  return (
    <Menu
      label={t('more', { name })}
      align="end"
      items={[
        {
          id: 'change',
          label: t('change'),
          icon: Pencil,
          onSelect: () => onOpen({ what: 'item', item, category: null }),
        },
        ...(item.kind === 'process' && item.blocked === null
          ? [{ id: 'open', label: t('open'), icon: ExternalLink, onSelect: () => navigate(`/start/${item.id}`) }]
          : []),
        { id: 'up', label: t('up'), icon: ArrowUp, blocked: at === 0, onSelect: () => move(-1) },
        { id: 'down', label: t('down'), icon: ArrowDown, blocked: at === items.length - 1, onSelect: () => move(1) },
        {
          id: 'remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => onOpen({ what: 'removeItem', item }),
        },
      ]}
      trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('more', { name })} />}
    />
  );
}
