import { Ban, CircleCheck, CornerDownRight, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { DimensionValueRow } from '../../shared/contracts/dimensions.contract.ts';
import type { TableColumn } from '../../shared/records/record-table.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { ActiveStatus } from './active-status.tsx';
import type { DimensionsText } from './dimensions-text.ts';

/** `add`: a value below. */
export type ValueAction = 'edit' | 'add' | 'activate' | 'deactivate' | 'remove';

/** Columns of the values of a dimension; without `onAct`, they cannot be changed. */
export function valueColumns(
  onAct: ((value: DimensionValueRow, action: ValueAction) => void) | null,
  t: DimensionsText,
): readonly TableColumn<DimensionValueRow>[] {
  return [
    {
      field: 'code',
      className: 'col-code',
      draw: (value) =>
        !onAct ? (
          <span className="mono cut value-code">{value.code}</span>
        ) : (
          <button type="button" className="link mono cut value-code" onClick={() => onAct(value, 'edit')}>
            {value.code}
          </button>
        ),
    },
    { field: 'name', className: 'col-name', draw: ({ name }) => <span className="cut">{name}</span> },
    {
      field: 'parent',
      className: 'col-parent',
      needsTitle: true,
      draw: ({ parent }) =>
        parent ? <span className="cut">{parent.name}</span> : <span className="muted none">–</span>,
    },
    { field: 'status', className: 'col-status', draw: ({ active }) => <ActiveStatus active={active} t={t} /> },
    ...(onAct ? [actionsOf(onAct, t)] : []),
  ];
}

function actionsOf(
  onAct: (value: DimensionValueRow, action: ValueAction) => void,
  t: DimensionsText,
): TableColumn<DimensionValueRow> {
  return {
    field: 'actions',
    title: t('actions'),
    className: 'col-actions',
    isActions: true,
    draw: (value) => {
      const label = t('actionsOf', { name: value.name });
      const active = value.active ? 'deactivate' : 'activate';
      return (
        <Menu
          label={label}
          align="end"
          items={[
            { id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onAct(value, 'edit') },
            { id: 'add', label: t('add.below'), icon: CornerDownRight, onSelect: () => onAct(value, 'add') },
            {
              id: 'active',
              label: t(active),
              icon: value.active ? Ban : CircleCheck,
              onSelect: () => onAct(value, active),
            },
            {
              id: 'remove',
              label: t('remove.ask'),
              icon: Trash2,
              danger: true,
              begins: true,
              onSelect: () => onAct(value, 'remove'),
            },
          ]}
          trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={label} />}
        />
      );
    },
  };
}
