import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { HrCardText } from '../hr-card-text.ts';

export interface RowMenuProps {
  /** Names the row. */
  readonly label: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly t: HrCardText;
}

/** Edits and removes a row of the card. */
export function RowMenu({ label, onEdit, onRemove, t }: RowMenuProps): ReactNode {
  return (
    <Menu
      label={label}
      align="end"
      items={[
        { id: 'edit', label: t('edit'), icon: Pencil, onSelect: onEdit },
        { id: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: onRemove },
      ]}
      trigger={(button) => <IconButton icon={Ellipsis} small label={label} {...button} />}
    />
  );
}
