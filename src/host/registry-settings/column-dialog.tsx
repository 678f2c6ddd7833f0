import { type ReactNode, useState } from 'react';
import type { EditedColumn } from '../../shared/contracts/registry-settings.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { registrySettingsMessages } from './registry-settings.messages.ts';

export interface ColumnDialogProps {
  readonly column: EditedColumn;
  /** The label of the column's field. */
  readonly label: string;
  readonly onSave: (column: EditedColumn) => void;
  readonly onClose: () => void;
}

const WIDTH = { min: 60, max: 800 } as const;

/** Heading and width of a column. */
export function ColumnDialog({ column, label, onSave, onClose }: ColumnDialogProps): ReactNode {
  const t = useMessages(registrySettingsMessages);
  const [title, setTitle] = useState<Record<string, string>>({ ...column.title });
  const [width, setWidth] = useState(column.width === undefined ? '' : String(column.width));
  const [isTried, setTried] = useState(false);
  const isWide = width === '' || (Number(width) >= WIDTH.min && Number(width) <= WIDTH.max);

  function submit(): void {
    setTried(true);
    if (!isWide) return;
    const { title: _, width: __, ...rest } = column;
    const filled = filledTexts(title);
    onSave({
      ...rest,
      ...(Object.keys(filled).length > 0 && { title: filled }),
      ...(width !== '' && { width: Math.trunc(Number(width)) }),
    });
    onClose();
  }

  return (
    <FormDialog
      title={t('column.title', { name: label })}
      cancel={t('cancel')}
      go={t('apply')}
      isSaving={false}
      error={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextLanguages texts={title}>
        {(id) => (
          <TextField
            label={t('heading')}
            hint={t('heading.hint', { label })}
            lang={id}
            maxLength={100}
            value={title[id] ?? ''}
            onChange={(typed) => setTitle({ ...title, [id]: typed })}
          />
        )}
      </TextLanguages>
      <Field
        label={t('width')}
        aside={t('optional')}
        hint={t('width.hint', WIDTH)}
        error={isTried && !isWide ? t('width.hint', WIDTH) : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="control"
            type="number"
            {...WIDTH}
            value={width}
            onChange={({ target }) => setWidth(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
