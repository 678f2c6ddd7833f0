import { useSignals } from '@preact/signals-react/runtime';
import { Download, ListFilter, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language } from '../../shared/contracts/session.contract.ts';
import { formatNumber } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { saveJson } from '../save-json.ts';
import type { TranslationsStore } from './translations.store.ts';
import type { TranslationsText } from './translations-text.ts';

interface Props {
  readonly store: TranslationsStore;
  readonly list: Extract<TranslationsStore['list']['value'], { readonly status: 'ready' }>;
  /** Null: a new language. */
  readonly onEdit: (language: Language | null) => void;
  readonly t: TranslationsText;
}

/** Languages without a release: how much of each is translated, its file for translators, and whether users can choose it. */
export function LanguageSection({ store, list, onEdit, t }: Props): ReactNode {
  useSignals();
  return (
    <section className="i18n-languages" aria-labelledby="i18n-languages">
      <div className="row wrap">
        <h2 id="i18n-languages" className="t3">
          {t('languages')}
        </h2>
        <span className="grow" />
        <Button small icon={Plus} onClick={() => onEdit(null)}>
          {t('language.add')}
        </Button>
      </div>
      <p className="s second">{t('languages.about')}</p>
      <ul>
        {store.languages.value.map((language) => (
          <LanguageRow key={language.languageId} {...{ store, list, language, onEdit, t }} />
        ))}
      </ul>
    </section>
  );
}

function LanguageRow({ store, list, language, onEdit, t }: Props & { readonly language: Language }): ReactNode {
  const { languageId, name, locale, enabled } = language;
  const done = formatNumber(list.translated[languageId] ?? 0);
  const save = async () => saveJson(await store.read(languageId), `translations-${languageId}.json`);
  return (
    <li className="row wrap">
      <span className="stack">
        <span>
          <strong lang={languageId}>{name}</strong> <span className="mono xs muted">{locale}</span>
        </span>
        <span className="xs muted">
          {t('languages.progress', { done, all: formatNumber(list.texts) })} ·{' '}
          {t(enabled ? 'languages.offered' : 'languages.notOffered')}
        </span>
      </span>
      <span className="grow" />
      <IconButton
        small
        icon={ListFilter}
        label={t('missing', { language: name })}
        onClick={() => store.narrow({ missing: languageId })}
      />
      <IconButton
        small
        icon={Download}
        label={t('languages.download', { language: name })}
        onClick={() => void save().catch(showProblem)}
      />
      <IconButton small icon={Pencil} label={t('language.edit', { language: name })} onClick={() => onEdit(language)} />
    </li>
  );
}
