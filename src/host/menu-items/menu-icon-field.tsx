import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import { MENU_ICONS, type MenuIcon, namedIcon } from '../../shared/ui/named-icon.ts';
import { IconChoice } from '../fields/icon-choice.tsx';
import type { MenuItemsText } from './menu-items-text.ts';

interface Props {
  readonly value: string | null;
  readonly onChange: (icon: MenuIcon | null) => void;
  readonly t: MenuItemsText;
}

/** Icons of entries. */
export function MenuIconField({ value, onChange, t }: Props): ReactNode {
  return (
    <IconChoice
      label={t('icon')}
      none={t('icon.none')}
      icons={MENU_ICONS.map((id) => ({ id, label: t(`icon.${id}`), drawing: <Icon of={namedIcon(id)} /> }))}
      value={value}
      onChange={onChange}
    />
  );
}
