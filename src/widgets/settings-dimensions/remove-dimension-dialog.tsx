import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Dimension } from '../../shared/contracts/reference-data.contract.ts';
import { DeleteDialog } from '../../shared/ui/delete-dialog.tsx';
import { FormUses } from '../../shared/ui/form-uses.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { DimensionStore } from './dimension.store.ts';
import type { DimensionsStore } from './dimensions.store.ts';
import type { DimensionsText } from './dimensions-text.ts';

interface Props {
  readonly dimension: Dimension;
  readonly editor: DimensionStore;
  readonly store: DimensionsStore;
  readonly onDeactivate: () => void;
  readonly onClose: (isDone: boolean) => void;
  readonly t: DimensionsText;
}

/** Deletes a dimension that no form uses; another one can be made inactive instead. */
export function RemoveDimensionDialog(props: Props): ReactNode {
  const { dimension, editor, store, onDeactivate, onClose, t } = props;
  const { name, code, active } = dimension;

  async function remove(): Promise<void> {
    await store.remove(dimension);
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose(true);
  }

  return (
    <DeleteDialog
      title={t('remove.title', { name })}
      find={(stop) => editor.usesOf(code, stop)}
      isUsed={(uses) => uses.length > 0}
      draw={(uses) =>
        uses.length > 0 ? (
          <>
            <p>{t(active ? 'inUse' : 'inUse.inactive')}</p>
            <FormUses uses={uses} />
          </>
        ) : (
          <p>{t('remove.text')}</p>
        )
      }
      remove={remove}
      instead={active ? { label: t('deactivate'), onSelect: onDeactivate } : undefined}
      onClose={() => onClose(false)}
    />
  );
}
