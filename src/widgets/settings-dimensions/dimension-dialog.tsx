import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Dimension } from '../../shared/contracts/reference-data.contract.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useEdited } from '../../shared/ui/use-edited.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { ActiveField } from './active-field.tsx';
import type { DimensionsStore, DimensionValues } from './dimensions.store.ts';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  /** Null for a new dimension. */
  readonly dimension: Dimension | null;
  readonly store: DimensionsStore;
  /** `id` of the saved dimension. */
  readonly onClose: (id?: string) => void;
  readonly t: DimensionsText;
}

const NAME_MAX = 200;
const CODE_MAX = 64;

const valuesOf = (row: Dimension | null): DimensionValues => ({
  name: row?.name ?? '',
  code: row?.code ?? '',
  active: row?.active ?? true,
});

/** Name and status of a dimension; a new one also gets its code. */
export function DimensionDialog({ dimension, store, onClose, t }: Props): ReactNode {
  const { values, theirs, isChanged, type, save } = useEdited(dimension, valuesOf);
  const saving = useSaving();
  const isTaken = saving.code === 'dimension.code_taken';
  const clean = { ...values, name: values.name.trim(), code: values.code.trim() };
  const missing = (field: 'name' | 'code') =>
    saving.isTried && clean[field] === '' ? t('fault.required', { attribute: t(field) }) : undefined;

  async function submit(): Promise<void> {
    const kept = await save((row) => (row ? store.update(row, clean) : store.create(clean)));
    showSnack({ text: t(dimension ? 'saved' : 'created', { name: kept.name }), icon: Check });
    onClose(kept.id);
  }

  return (
    <FormDialog
      title={dimension ? t('edit.title', { name: dimension.name }) : t('create')}
      cancel={t('cancel')}
      go={t(dimension ? 'save' : 'create.go')}
      isSaving={saving.isSaving}
      isChanged={isChanged}
      onSubmit={() => void saving.save(submit, clean.name !== '' && clean.code !== '')}
      onClose={() => onClose()}
    >
      {!isTaken && <SaveFailed error={saving.error} />}
      <TextField
        label={t('name')}
        required
        maxLength={NAME_MAX}
        value={values.name}
        onChange={(name) => type({ name })}
        hint={theirs.name === undefined ? undefined : t('theirs', { value: theirs.name })}
        error={missing('name')}
        announces
      />
      {!dimension && (
        <TextField
          label={t('code')}
          required
          isCode
          maxLength={CODE_MAX}
          value={values.code}
          onChange={(code) => {
            type({ code });
            saving.clear();
          }}
          hint={t('code.hint')}
          error={missing('code') ?? (isTaken ? problemText(saving.error) : undefined)}
          announces
        />
      )}
      {dimension && (
        <ActiveField value={values.active} hint={t('active.dimension')} onChange={(active) => type({ active })} t={t} />
      )}
    </FormDialog>
  );
}
