import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import { ComboBox } from '../../shared/ui/combo-box.tsx';
import { useUses } from '../../shared/ui/delete-dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { UsedBy } from '../../shared/ui/used-by.tsx';
import type { TagsStore } from './tags.store.ts';
import type { TagsText } from './tags-text.ts';

interface Props {
  readonly tag: Tag;
  readonly store: TagsStore;
  readonly onClose: () => void;
  readonly t: TagsText;
}

interface Target {
  readonly id: string;
  readonly name: string;
}

/** Merges a tag into another one, after saying what will happen. */
export function MergeDialog({ tag, store, onClose, t }: Props): ReactNode {
  const [into, setInto] = useState<Target | null>(null);
  const known = useUses((stop) => store.usesOf(tag, stop));
  const saving = useSaving();
  const isMissing = saving.isTried && into === null;

  async function merge(): Promise<void> {
    if (!into) return;
    await store.merge(tag, into.id);
    showSnack({ text: t('merged', { name: tag.name, other: into.name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t('merge.title', { name: tag.name })}
      cancel={t('cancel')}
      go={t('merge')}
      kind="danger"
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(merge, into !== null)}
      onClose={onClose}
    >
      <Field
        label={t('merge.into')}
        required
        error={isMissing ? t('fault.required', { attribute: t('merge.into') }) : undefined}
        announces
      >
        {(control) => (
          <ComboBox
            control={control}
            invalid={isMissing}
            label={t('merge.into')}
            text={into?.name ?? ''}
            placeholder={t('merge.find')}
            find={async (q, stop) =>
              (await store.othersThan(tag, q, stop)).map(({ id, name, people }) => ({
                id,
                text: name,
                detail: t('people', { count: people }),
              }))
            }
            isChosen={(id) => id === into?.id}
            onPick={({ id, text }) => {
              setInto({ id, name: text });
              saving.clear();
            }}
            onClear={() => setInto(null)}
          />
        )}
      </Field>
      {into && (
        <p role="status">
          {known.status === 'ready'
            ? t('merge.text', { name: tag.name, other: into.name, count: known.uses.people })
            : t('merge.text.any', { name: tag.name, other: into.name })}
        </p>
      )}
      {known.status === 'ready' && known.uses.usedBy.length > 0 && (
        <>
          <p>{t('merge.manuals')}</p>
          <UsedBy usedBy={known.uses.usedBy} />
        </>
      )}
      <p className="s second">{t('merge.final')}</p>
    </FormDialog>
  );
}
