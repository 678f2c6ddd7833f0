import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import { DeleteDialog } from '../../shared/ui/delete-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { UsedBy } from '../../shared/ui/used-by.tsx';
import type { TagsStore } from './tags.store.ts';
import type { TagsText } from './tags-text.ts';

interface Props {
  readonly tag: Tag;
  readonly store: TagsStore;
  readonly onMerge: () => void;
  readonly onClose: () => void;
  readonly t: TagsText;
}

/** Deletes a tag. While a manual addresses it, it can only be merged into another one. */
export function RemoveDialog({ tag, store, onMerge, onClose, t }: Props): ReactNode {
  const { name } = tag;

  async function remove(): Promise<void> {
    await store.remove(tag);
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose();
  }

  return (
    <DeleteDialog
      title={t('remove.title', { name })}
      find={(stop) => store.usesOf(tag, stop)}
      isUsed={({ usedBy }) => usedBy.length > 0}
      draw={({ people, usedBy }) =>
        usedBy.length > 0 ? (
          <>
            <p>{t('inUse')}</p>
            <UsedBy usedBy={usedBy} />
            <p className="s second">{t('people.with', { count: people })}</p>
          </>
        ) : (
          <p>{t('remove.text', { count: people })}</p>
        )
      }
      remove={remove}
      instead={{ label: t('merge.ask'), onSelect: onMerge }}
      onClose={onClose}
    />
  );
}
