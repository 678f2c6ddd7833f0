import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { GroupUse, PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { UsedBy, usesInRefusal } from '../../shared/ui/used-by.tsx';
import type { GroupsStore } from './groups.store.ts';
import type { GroupsText } from './groups-text.ts';

interface Props {
  readonly group: PeopleGroup;
  readonly store: GroupsStore;
  readonly onClose: (isDone: boolean) => void;
  readonly t: GroupsText;
}

/** Asks for confirmation before deleting a group, or lists what names it and prevents that. */
export function RemoveDialog({ group, store, onClose, t }: Props): ReactNode {
  const [known, setKnown] = useState<readonly GroupUse[] | null>(null);
  const saving = useSaving();
  const { id, name, people } = group;
  useEffect(() => {
    let isOver = false;
    store.usesOf(id).then(
      (found) => !isOver && setKnown(found),
      (error: unknown) => !isOver && showProblem(error),
    );
    return () => {
      isOver = true;
    };
  }, [store, id]);
  // Uses added since opening are returned with the refusal.
  const uses = usesInRefusal(saving.error) ?? known;
  const isUsed = uses !== null && uses.length > 0;

  async function remove(): Promise<void> {
    await store.remove(group);
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose(true);
  }

  return (
    <FormDialog
      title={t('remove.title', { name })}
      cancel={t(isUsed ? 'close' : 'cancel')}
      go={isUsed ? undefined : t('remove')}
      kind="danger"
      blocked={uses === null}
      isSaving={saving.isSaving}
      error={isUsed ? undefined : saving.error}
      onSubmit={() => void saving.save(remove)}
      onClose={() => onClose(false)}
    >
      {uses === null && <Skeleton rows={2} />}
      {uses !== null && !isUsed && <p>{t('remove.text', { count: people })}</p>}
      {isUsed && (
        <>
          <p>{t('inUse')}</p>
          <UsedBy usedBy={uses} />
        </>
      )}
    </FormDialog>
  );
}
