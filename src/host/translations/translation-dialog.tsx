import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { LANGUAGES, type LanguageId, TRANSLATION_MAX } from '../../shared/contracts/constants.ts';
import type { Translation } from '../../shared/contracts/translations.contract.ts';
import { LANGUAGE_NAMES, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { translationsMessages } from './translations.messages.ts';
import type { TranslationsStore } from './translations.store.ts';

export interface TranslationDialogProps {
  readonly store: TranslationsStore;
  readonly translation: Translation;
  readonly onClose: (isSaved?: boolean) => void;
}

type Texts = Readonly<Record<LanguageId, string>>;

/** Edits one text in all languages. Shows errors at their fields. */
export function TranslationDialog({ store, translation, onClose }: TranslationDialogProps): ReactNode {
  const t = useMessages(translationsMessages);
  const { key, product, own, stale } = translation;
  const [before] = useState<Texts>(() => ({ en: '', et: '', ru: '', zh: '', ...own }));
  const [texts, setTexts] = useState(before);
  const saving = useSaving();
  const changed = LANGUAGES.filter((language) => texts[language] !== before[language]);
  const faults = faultsOf(saving.error);
  const isKnown = Object.keys(product).length > 0;
  const hasArguments = Object.values(product).some((text) => text.includes('{'));

  async function save(): Promise<void> {
    if (changed.length === 0) return onClose();
    // All languages: errors refer to them by index.
    await store.save(
      key,
      LANGUAGES.map((languageId) => ({ languageId, text: texts[languageId] })),
    );
    onClose(true);
  }

  return (
    <FormDialog
      title={t('title', { key })}
      cancel={t('cancel')}
      go={t('save')}
      aside={
        Object.keys(own).length > 0 && (
          <Button onClick={() => setTexts({ en: '', et: '', ru: '', zh: '' })}>{t('reset')}</Button>
        )
      }
      isSaving={saving.isSaving}
      error={faults.length === 0 ? saving.error : undefined}
      isChanged={changed.length > 0}
      onSubmit={() => void saving.save(save)}
      onClose={() => onClose()}
    >
      {!isKnown && <Banner tone="amber">{t('noProduct')}</Banner>}
      {hasArguments && <p className="s second">{t('names')}</p>}
      {LANGUAGES.map((language, index) => (
        <TextField
          key={language}
          label={LANGUAGE_NAMES[language]}
          hint={
            <>
              {stale.includes(language) && isKnown && <span className="i18n-stale">{t('stale.more')} </span>}
              {isKnown && <span lang={language}>{t('product', { text: product[language] ?? '' })}</span>}
            </>
          }
          error={faults.find(({ pointer }) => pointer === `/${index}/text`)?.title}
          announces
          rows={2}
          maxLength={TRANSLATION_MAX}
          lang={language}
          value={texts[language]}
          onChange={(typed) => setTexts({ ...texts, [language]: typed })}
        />
      ))}
    </FormDialog>
  );
}

function faultsOf(error: unknown): readonly { readonly pointer: string; readonly title?: string }[] {
  return (error instanceof ApiError && error.problem?.errors) || [];
}
