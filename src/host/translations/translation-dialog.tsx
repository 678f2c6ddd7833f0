import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { TRANSLATION_MAX } from '../../shared/contracts/constants.ts';
import { languageName } from '../../shared/contracts/language-name.ts';
import type { Translation } from '../../shared/contracts/translations.contract.ts';
import { shippedLanguage, useMessages } from '../../shared/locale/index.ts';
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
  readonly languages: readonly string[];
  readonly onClose: (isSaved?: boolean) => void;
}

type Texts = Readonly<Record<string, string>>;

/** Edits one text in all languages. Shows errors at their fields. */
export function TranslationDialog({ store, translation, languages, onClose }: TranslationDialogProps): ReactNode {
  const t = useMessages(translationsMessages);
  const { key, product, own, stale } = translation;
  const [before] = useState<Texts>(() => Object.fromEntries(languages.map((id) => [id, own[id] ?? ''])));
  const [texts, setTexts] = useState(before);
  const saving = useSaving();
  const changed = languages.filter((language) => texts[language] !== before[language]);
  const faults = faultsOf(saving.error);
  const isKnown = Object.keys(product).length > 0;
  const hasArguments = Object.values(product).some((text) => text.includes('{'));

  async function save(): Promise<void> {
    if (changed.length === 0) return onClose();
    // All languages: errors refer to them by index.
    await store.save(
      key,
      languages.map((languageId) => ({ languageId, text: texts[languageId] ?? '' })),
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
          <Button onClick={() => setTexts(Object.fromEntries(languages.map((id) => [id, ''])))}>{t('reset')}</Button>
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
      {languages.map((language, index) => (
        <TextField
          key={language}
          label={languageName(language)}
          hint={
            <>
              {stale.includes(language) && isKnown && <span className="i18n-stale">{t('stale.more')} </span>}
              {isKnown && (
                <span lang={shippedLanguage(language)}>
                  {t('product', { text: product[shippedLanguage(language)] ?? '' })}
                </span>
              )}
            </>
          }
          error={faults.find(({ pointer }) => pointer === `/${index}/text`)?.title}
          announces
          rows={2}
          maxLength={TRANSLATION_MAX}
          lang={language}
          value={texts[language] ?? ''}
          onChange={(typed) => setTexts({ ...texts, [language]: typed })}
        />
      ))}
    </FormDialog>
  );
}

function faultsOf(error: unknown): readonly { readonly pointer: string; readonly title?: string }[] {
  return (error instanceof ApiError && error.problem?.errors) || [];
}
