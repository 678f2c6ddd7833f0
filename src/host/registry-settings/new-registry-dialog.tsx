import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { FormChoice } from './form-choice.tsx';
import { registrySettingsMessages } from './registry-settings.messages.ts';
import type { RegistryListStore } from './registry-settings.store.ts';

export interface NewRegistryDialogProps {
  readonly store: RegistryListStore;
  readonly forms: readonly Form[];
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

const ID = /^[a-z][a-z0-9_]{0,63}$/;

/** Title, id and form of a new registry. */
export function NewRegistryDialog({ store, forms, onMade, onClose }: NewRegistryDialogProps): ReactNode {
  const t = useMessages(registrySettingsMessages);
  const language = useLanguage();
  const [title, setTitle] = useState<Record<string, string>>({});
  const [typedId, setTypedId] = useState<string | null>(null);
  const [formId, setFormId] = useState<string | null>(null);
  const saving = useSaving();
  const filled = filledTexts(title);
  const name = textOf(filled, language);
  const id = typedId ?? idForName(filled.en ?? name).replaceAll('-', '_');
  const isTaken = saving.code === 'registry.id_taken';
  const isNamed = name !== '';

  async function save(): Promise<void> {
    await store.create({ id, title: filled, formId });
    onClose();
    onMade(id);
  }

  return (
    <FormDialog
      title={t('add')}
      cancel={t('cancel')}
      go={t('create')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={isNamed || typedId !== null || formId !== null}
      onSubmit={() => void saving.save(save, isNamed && ID.test(id))}
      onClose={onClose}
    >
      <TextLanguages texts={title}>
        {(languageId) => (
          <TextField
            label={t('title')}
            required
            error={saving.isTried && !isNamed ? t('fault.required', { attribute: t('title') }) : undefined}
            announces
            lang={languageId}
            maxLength={100}
            value={title[languageId] ?? ''}
            onChange={(typed) => {
              setTitle({ ...title, [languageId]: typed });
              saving.clear();
            }}
          />
        )}
      </TextLanguages>
      <TextField
        label={t('id')}
        required
        hint={t('id.hint')}
        error={isTaken ? problemText(saving.error) : saving.isTried && !ID.test(id) ? t('fault.id') : undefined}
        announces
        isCode
        maxLength={64}
        value={id}
        onChange={(typed) => {
          setTypedId(typed);
          saving.clear();
        }}
      />
      <FormChoice forms={forms} value={formId} onChange={setFormId} t={t} />
    </FormDialog>
  );
}
