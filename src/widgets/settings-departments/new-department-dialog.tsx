import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { ChooseDepartment } from './choose-department.tsx';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';

interface Props {
  /** Id of the department above; null: at the top. */
  readonly parentId: string | null;
  readonly store: DepartmentsStore;
  /** `id` of the created department. */
  readonly onClose: (id?: string) => void;
  readonly t: DepartmentsText;
}

/** Name, code and place of a new department. */
export function NewDepartmentDialog({ parentId: first, store, onClose, t }: Props): ReactNode {
  useSignals();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [parentId, setParentId] = useState<string | null | undefined>(first);
  const saving = useSaving();
  const tree = store.tree.value;
  const parent = parentId === null || parentId === undefined ? parentId : tree.byId.get(parentId);
  const isTaken = saving.code === 'department.code_taken';
  const isGone = saving.code === 'department.unknown_reference';
  const missing = (value: string, attribute: string) =>
    saving.isTried && value.trim() === '' ? t('fault.required', { attribute }) : undefined;

  async function save(): Promise<void> {
    const created = await store.create({
      name: name.trim(),
      code: code.trim(),
      parentId: parent?.department.id ?? null,
    });
    showSnack({ text: t('created', { name: created.name }), icon: Check });
    onClose(created.id);
  }

  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={isTaken || isGone ? undefined : saving.error}
      isChanged={name !== '' || code !== ''}
      onSubmit={() => void saving.save(save, name.trim() !== '' && code.trim() !== '' && parent !== undefined)}
      onClose={() => onClose()}
    >
      <TextField
        label={t('name')}
        required
        error={missing(name, t('name'))}
        announces
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <TextField
        label={t('code')}
        required
        hint={t('code.hint')}
        error={isTaken ? problemText(saving.error) : missing(code, t('code'))}
        announces
        isCode
        maxLength={64}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          saving.clear();
        }}
      />
      <ChooseDepartment
        label={t('above')}
        error={isGone ? t('gone') : missing(parent === undefined ? '' : 'chosen', t('above'))}
        tree={tree}
        value={parent}
        offers={() => true}
        onChange={(value) => {
          saving.clear();
          setParentId(value === undefined || value === null ? value : value.department.id);
        }}
        t={t}
      />
    </FormDialog>
  );
}
