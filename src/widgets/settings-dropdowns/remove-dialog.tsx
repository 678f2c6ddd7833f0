import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import type { Use } from '../../shared/contracts/reference-data.contract.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { FormUses } from '../../shared/ui/form-uses.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { DropdownsText } from './dropdowns-text.ts';

interface Props {
  readonly title: string;
  readonly text: string;
  /** Current uses; while there are any, removing is refused. */
  readonly uses: readonly Use[];
  readonly remove: () => Promise<void>;
  /** Alternative action where removing is not possible. */
  readonly instead?: { readonly label: string; readonly onSelect: () => void } | undefined;
  readonly onClose: (done: boolean) => void;
  readonly t: DropdownsText;
}

/** Asks for confirmation before removing, or lists the uses that prevent it. */
export function RemoveDialog({ title, text, uses, remove, instead, onClose, t }: Props): ReactNode {
  const saving = useSaving();
  // Uses added since opening are returned with the refusal.
  const refused = saving.error instanceof ApiError ? saving.error.problem : undefined;
  const usedBy = (refused as { readonly usedBy?: readonly Use[] } | undefined)?.usedBy ?? uses;
  const isUsed = usedBy.length > 0;

  async function go(): Promise<void> {
    await remove();
    showSnack({ text: t('removed'), icon: Check });
    onClose(true);
  }

  function submit(): void {
    if (!isUsed) void saving.save(go);
    else {
      instead?.onSelect();
      onClose(false);
    }
  }

  return (
    <FormDialog
      title={title}
      cancel={t(isUsed ? 'close' : 'cancel')}
      go={isUsed ? instead?.label : t('remove')}
      kind={isUsed ? 'primary' : 'danger'}
      isSaving={saving.isSaving}
      error={isUsed ? undefined : saving.error}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      {isUsed ? (
        <>
          <p>{t(instead ? 'inUse.option' : 'inUse')}</p>
          <FormUses uses={usedBy} />
        </>
      ) : (
        <p>{text}</p>
      )}
    </FormDialog>
  );
}
