import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { DimensionValueRow } from '../../shared/contracts/dimensions.contract.ts';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useEdited } from '../../shared/ui/use-edited.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { ActiveField } from './active-field.tsx';
import { type DimensionStore, type ValueValues, valuesOf } from './dimension.store.ts';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  /** Null for a new value. */
  readonly value: DimensionValueRow | null;
  /** The value above a new one. */
  readonly below: DimensionValueRow | null;
  readonly editor: DimensionStore;
  readonly onClose: () => void;
  readonly t: DimensionsText;
}

const NAME_MAX = 200;
const CODE_MAX = 64;
const PARENT_FAULTS: readonly unknown[] = [
  'dimension_value.parent_unknown',
  'dimension_value.cycle',
  'dimension_value.too_deep',
];

/** Code, name and place of a value, and whether forms offer it. */
export function ValueDialog({ value, below, editor, onClose, t }: Props): ReactNode {
  const { values, theirs, isChanged, type, save } = useEdited(value, (row): ValueValues => {
    const own = valuesOf(row);
    return !row && below ? { ...own, parent: { id: below.id, name: below.name } } : own;
  });
  const saving = useSaving();
  const isTaken = saving.code === 'dimension_value.code_taken';
  const isMisplaced = PARENT_FAULTS.includes(saving.code);
  const missing = (field: 'name' | 'code') =>
    saving.isTried && values[field].trim() === '' ? t('fault.required', { attribute: t(field) }) : undefined;
  const hintOf = (theirs: string | undefined) => (theirs === undefined ? undefined : t('theirs', { value: theirs }));
  const parentFault = isMisplaced ? problemText(saving.error) : undefined;
  const change = (change: Partial<ValueValues>) => {
    type(change);
    if (isTaken || isMisplaced) saving.clear();
  };

  async function submit(): Promise<void> {
    await save((row) => editor.saveValue(row, values));
    showSnack({ text: t(value ? 'saved' : 'created.value', { name: values.name.trim() }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={value ? t('edit.title', { name: value.name }) : t('create.value')}
      cancel={t('cancel')}
      go={t(value ? 'save' : 'create.go')}
      isSaving={saving.isSaving}
      isChanged={isChanged}
      onSubmit={() => void saving.save(submit, values.name.trim() !== '' && values.code.trim() !== '')}
      onClose={onClose}
    >
      {!isTaken && !isMisplaced && <SaveFailed error={saving.error} />}
      <div className="form">
        <TextField
          label={t('code')}
          required
          isCode
          className="c6"
          maxLength={CODE_MAX}
          value={values.code}
          onChange={(code) => change({ code })}
          hint={hintOf(theirs.code)}
          error={missing('code') ?? (isTaken ? problemText(saving.error) : undefined)}
        />
        <TextField
          label={t('name')}
          required
          className="c6"
          maxLength={NAME_MAX}
          value={values.name}
          onChange={(name) => change({ name })}
          hint={hintOf(theirs.name)}
          error={missing('name')}
        />
        <Field
          label={t('parent')}
          aside={t('optional')}
          hint={theirs.parent === undefined ? t('parent.hint') : hintOf(theirs.parent?.name ?? '–')}
          error={parentFault}
          className="c12"
        >
          {(control) => (
            <ComboBox
              control={control}
              invalid={isMisplaced}
              label={t('parent')}
              text={values.parent?.name ?? ''}
              placeholder={t('parent.find')}
              find={(q, stop) => editor.findParents(q, value?.id, stop)}
              isChosen={(id) => id === values.parent?.id}
              onPick={({ id, text }) => change({ parent: { id, name: text } })}
              onClear={() => change({ parent: null })}
            />
          )}
        </Field>
      </div>
      <ActiveField value={values.active} hint={t('active.value')} onChange={(active) => change({ active })} t={t} />
    </FormDialog>
  );
}
