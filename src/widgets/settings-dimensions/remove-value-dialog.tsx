import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { codeOf } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { DimensionValueRow } from '../../shared/contracts/dimensions.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { DimensionStore } from './dimension.store.ts';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  readonly value: DimensionValueRow;
  readonly editor: DimensionStore;
  readonly onDeactivate: () => void;
  readonly onClose: () => void;
  readonly t: DimensionsText;
}

/** Deletes a value without values below it; another one can be made inactive instead. */
export function RemoveValueDialog({ value, editor, onDeactivate, onClose, t }: Props): ReactNode {
  const [refused, setRefused] = useState<string | null>(null);
  const saving = useSaving();
  const { name, active } = value;

  async function remove(): Promise<void> {
    try {
      await editor.removeValue(value);
    } catch (error) {
      if (codeOf(error) !== 'dimension_value.in_use') throw error;
      setRefused(problemText(error));
      return;
    }
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose();
  }

  function submit(): void {
    if (refused === null) {
      void saving.save(remove);
      return;
    }
    onClose();
    onDeactivate();
  }

  return (
    <FormDialog
      title={t('removeValue.title', { name })}
      cancel={t(refused === null ? 'cancel' : 'close')}
      go={refused === null ? t('remove') : active ? t('deactivate') : undefined}
      kind={refused === null ? 'danger' : 'primary'}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {refused === null ? <p>{t('removeValue.text')}</p> : <Banner tone="red">{refused}</Banner>}
    </FormDialog>
  );
}
