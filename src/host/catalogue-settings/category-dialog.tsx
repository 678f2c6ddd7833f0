import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CatalogueCategory } from '../../shared/contracts/catalogue.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { catalogueSettingsMessages } from './catalogue-settings.messages.ts';
import { type CatalogueSettingsStore, iconOf } from './catalogue-settings.store.ts';
import { IconField } from './icon-field.tsx';

export interface CategoryDialogProps {
  readonly store: CatalogueSettingsStore;
  /** Null: a new category. */
  readonly category: CatalogueCategory | null;
  readonly onClose: () => void;
}

/** Title and icon of a category. */
export function CategoryDialog({ store, category, onClose }: CategoryDialogProps): ReactNode {
  const t = useMessages(catalogueSettingsMessages);
  const language = useLanguage();
  const [before] = useState({ title: category?.title ?? {}, icon: iconOf(category?.icon ?? null) });
  const [title, setTitle] = useState(before.title);
  const [icon, setIcon] = useState(before.icon);
  const saving = useSaving();
  const filled = filledTexts(title);
  const name = textOf(filled, language);
  const isNamed = name !== '';

  async function save(): Promise<void> {
    await store.saveCategory(category, idForName(filled.en ?? name), { title: filled, icon });
    showSnack({ text: t(category ? 'changed' : 'added', { name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t(category ? 'category.change' : 'category.add')}
      cancel={t('cancel')}
      go={t(category ? 'save' : 'create')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={title !== before.title || icon !== before.icon}
      onSubmit={() => void saving.save(save, isNamed)}
      onClose={onClose}
    >
      <TextLanguages texts={title}>
        {(id) => (
          <TextField
            label={t('title')}
            required
            error={saving.isTried && !isNamed ? t('fault.required', { attribute: t('title') }) : undefined}
            announces
            lang={id}
            maxLength={100}
            value={title[id] ?? ''}
            onChange={(typed) => {
              setTitle({ ...title, [id]: typed });
              saving.clear();
            }}
          />
        )}
      </TextLanguages>
      <IconField value={icon} onChange={setIcon} t={t} />
    </FormDialog>
  );
}
