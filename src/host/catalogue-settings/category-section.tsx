import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { CatalogueCategory, CatalogueItem } from '../../shared/contracts/catalogue.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import type { CatalogueSettings, CatalogueSettingsStore } from './catalogue-settings.store.ts';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';
import { ItemRow } from './item-row.tsx';
import type { Open } from './open-dialog.ts';

interface Props {
  /** Null: items without a category. */
  readonly category: CatalogueCategory | null;
  readonly items: readonly CatalogueItem[];
  readonly settings: CatalogueSettings;
  readonly store: CatalogueSettingsStore;
  readonly onOpen: (open: Open) => void;
  readonly t: CatalogueSettingsText;
}

/** A category with its items, in the order of the catalogue. */
export function CategorySection({ category, items, settings, store, onOpen, t }: Props): ReactNode {
  const id = useId();
  const language = useLanguage();
  const name = category ? textOf(category.title, language) : t('category.none');
  return (
    <section className="card cat-category" aria-labelledby={id}>
      <header className="row">
        {category?.icon && <ProcessIcon name={category.icon} />}
        <h2 className="t3 grow cut" id={id}>
          {name}
        </h2>
        {category && <More category={category} name={name} settings={settings} store={store} onOpen={onOpen} t={t} />}
      </header>
      {items.length === 0 && <p className="s muted cat-none">{t('category.empty')}</p>}
      <ul>
        {items.map((item) => (
          <ItemRow key={item.id} {...{ item, items, settings, store, onOpen, t }} />
        ))}
      </ul>
    </section>
  );
}

interface MoreProps extends Omit<Props, 'category' | 'items'> {
  readonly category: CatalogueCategory;
  readonly name: string;
}

function More({ category, name, settings, store, onOpen, t }: MoreProps): ReactNode {
  const at = settings.categories.indexOf(category);
  const move = (step: -1 | 1) => void store.moveCategory(category, step).catch(showProblem);
  return (
    <Menu
      label={t('more', { name })}
      align="end"
      items={[
        {
          id: 'add',
          label: t('item.add'),
          icon: Plus,
          onSelect: () => onOpen({ what: 'item', item: null, category: category.id }),
        },
        { id: 'change', label: t('change'), icon: Pencil, onSelect: () => onOpen({ what: 'category', category }) },
        { id: 'up', label: t('up'), icon: ArrowUp, blocked: at === 0, onSelect: () => move(-1) },
        {
          id: 'down',
          label: t('down'),
          icon: ArrowDown,
          blocked: at === settings.categories.length - 1,
          onSelect: () => move(1),
        },
        {
          id: 'remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => onOpen({ what: 'removeCategory', category }),
        },
      ]}
      trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('more', { name })} />}
    />
  );
}
