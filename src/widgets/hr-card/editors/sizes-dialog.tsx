import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { SIZES_MAX } from '../../../shared/contracts/hr.rules.ts';
import { type HrSize, putHrSizes } from '../../../shared/contracts/hr-sizes.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { randomId } from '../../../shared/page/random.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import type { DialogProps } from './dialog-props.ts';
import { editorMessages } from './editor.messages.ts';

interface Props extends DialogProps {
  readonly sizes: readonly HrSize[];
}

interface Row extends HrSize {
  readonly key: string;
}

const newRow = (size: HrSize = { item: '', size: '' }): Row => ({ ...size, key: randomId() });

/** Clothes sizes by item. */
export function SizesDialog({ sizes, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const [first] = useState(() => (sizes.length === 0 ? [newRow()] : sizes.map(newRow)));
  const [rows, setRows] = useState<readonly Row[]>(first);
  const saving = useSaving();
  const nameOf = ({ item }: HrSize) => item.trim().toLocaleLowerCase();
  const change = (next: readonly Row[]) => {
    setRows(next);
    saving.clear();
  };
  const type = (row: Row, changes: Partial<HrSize>) =>
    change(rows.map((one) => (one === row ? { ...row, ...changes } : one)));
  const itemFault = (row: Row) => {
    if (nameOf(row) === '') return t('fault.required', { attribute: t('item') });
    return rows.some((one) => one !== row && nameOf(one) === nameOf(row)) ? t('fault.twice') : undefined;
  };
  const sizeFault = ({ size }: Row) => (size.trim() === '' ? t('fault.required', { attribute: t('size') }) : undefined);
  // An empty row is no item.
  const filled = rows.filter(({ item, size }) => item.trim() !== '' || size.trim() !== '');
  const isWhole = filled.every((row) => !itemFault(row) && !sizeFault(row));
  const shown = (row: Row, fault: string | undefined) => (saving.isTried && filled.includes(row) ? fault : undefined);

  async function save(): Promise<void> {
    const body = filled.map(({ item, size }) => ({ item: item.trim(), size: size.trim() }));
    await call(putHrSizes, { params: { userId: user.key }, body });
    onSaved(t('sizes.saved'));
  }

  return (
    <FormDialog
      title={t('sizes.edit')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={rows !== first}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      {rows.map((row) => (
        <div className="hr-size" key={row.key}>
          <TextField
            label={t('item')}
            maxLength={60}
            error={shown(row, itemFault(row))}
            value={row.item}
            onChange={(item) => type(row, { item })}
          />
          <TextField
            label={t('size')}
            maxLength={30}
            error={shown(row, sizeFault(row))}
            value={row.size}
            onChange={(size) => type(row, { size })}
          />
          <IconButton
            icon={X}
            label={t('sizes.remove', { item: row.item })}
            onClick={() => change(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      {rows.length < SIZES_MAX && (
        <div className="row">
          <Button small icon={Plus} onClick={() => change([...rows, newRow()])}>
            {t('sizes.add')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
