import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { LANGUAGES, type ShippedLanguageId } from '../../shared/contracts/constants.ts';
import { languageName } from '../../shared/contracts/language-name.ts';
import type { Language } from '../../shared/contracts/session.contract.ts';
import { LANGUAGE_NAMES, useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { translationsMessages } from './translations.messages.ts';
import type { TranslationsStore } from './translations.store.ts';

export interface LanguageDialogProps {
  readonly store: TranslationsStore;
  /** Null: a new language. */
  readonly language: Language | null;
  readonly onClose: (isSaved?: boolean) => void;
}

const NEW = { languageId: '', name: '', locale: '', fallback: 'en' as ShippedLanguageId, enabled: false };
const CODE = /^[a-z]{2,3}$/;

/** Adds or changes a language without a release. Without a name and a region, the usual ones of its code are used. */
export function LanguageDialog({ store, language, onClose }: LanguageDialogProps): ReactNode {
  const t = useMessages(translationsMessages);
  const [before] = useState(() => (language ? { ...NEW, ...language } : NEW));
  const [values, setValues] = useState(before);
  const saving = useSaving();
  const faults = saving.error instanceof ApiError ? (saving.error.problem?.errors ?? []) : [];
  const faultAt = (pointer: string) => faults.find((one) => one.pointer === pointer)?.title;
  const id = values.languageId.trim().toLowerCase();
  const isNamed = CODE.test(id);
  const type = (change: Partial<typeof NEW>) => {
    setValues({ ...values, ...change });
    saving.clear();
  };

  async function save(): Promise<void> {
    const [name, locale] = [values.name.trim(), values.locale.trim()];
    const { fallback, enabled } = values;
    await store.saveLanguage(language, {
      languageId: id,
      ...(name && { name }),
      ...(locale && { locale }),
      fallback,
      enabled,
    });
    onClose(true);
  }

  return (
    <FormDialog
      title={language?.name ?? t('language.add')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={faults.length === 0 ? saving.error : undefined}
      isChanged={JSON.stringify(values) !== JSON.stringify(before)}
      onSubmit={() => void saving.save(save, isNamed)}
      onClose={() => onClose()}
    >
      {!language && (
        <TextField
          label={t('language.code')}
          hint={t('language.code.hint')}
          required
          isCode
          maxLength={3}
          error={faultAt('/languageId') ?? (saving.isTried && !isNamed ? t('language.code.hint') : undefined)}
          announces
          value={values.languageId}
          onChange={(languageId) => type({ languageId })}
        />
      )}
      <TextField
        label={t('language.name')}
        hint={t('language.name.hint')}
        maxLength={100}
        placeholder={isNamed ? languageName(id) : ''}
        lang={id}
        value={values.name}
        onChange={(name) => type({ name })}
      />
      <TextField
        label={t('language.locale')}
        hint={t('language.locale.hint')}
        isCode
        maxLength={35}
        error={faultAt('/locale')}
        announces
        value={values.locale}
        onChange={(locale) => type({ locale })}
      />
      <Field label={t('language.fallback')} hint={t('language.fallback.hint')}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={values.fallback}
            onChange={({ target }) => type({ fallback: target.value as ShippedLanguageId })}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {LANGUAGE_NAMES[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChoiceControl label={t('language.enabled')} checked={values.enabled} onChange={(enabled) => type({ enabled })} />
    </FormDialog>
  );
}
