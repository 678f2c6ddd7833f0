import { useSignals } from '@preact/signals-react/runtime';
import { Check, Download, FileUp, Pencil } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { languageName } from '../../shared/contracts/language-name.ts';
import type { Language } from '../../shared/contracts/session.contract.ts';
import type { Translation } from '../../shared/contracts/translations.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import recordStyles from '../../shared/records/record-table.css?inline';
import { checkSession } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import folding from '../../shared/ui/styles/folding.css?inline';
import table from '../../shared/ui/styles/table.css?inline';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { Group } from '../builder/group.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { filterAddress, useListAddress } from '../list-address.ts';
import { saveJson } from '../save-json.ts';
import { OF_ORGANISATION } from './config-texts.address.ts';
import type { ConfigTextsProps } from './config-texts.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import type { LanguageDialogProps } from './language-dialog.tsx';
import { LanguageSection } from './language-section.tsx';
import { ListFoot } from './list-foot.tsx';
import type { TranslationDialogProps } from './translation-dialog.tsx';
import { translationsMessages } from './translations.messages.ts';
import {
  createTranslations,
  EVERYTHING,
  readTextFile,
  type TextFile,
  type TranslationsStore,
} from './translations.store.ts';
import type { TranslationsText } from './translations-text.ts';
import './translations.css';

const TranslationDialog = containedPart<'TranslationDialog', TranslationDialogProps>(
  () => import('./translation-dialog.tsx'),
  'TranslationDialog',
);
const ImportDialog = containedPart<'ImportDialog', ImportDialogProps<TextFile>>(
  () => import('./import-dialog.tsx'),
  'ImportDialog',
);

const LanguageDialog = containedPart<'LanguageDialog', LanguageDialogProps>(
  () => import('./language-dialog.tsx'),
  'LanguageDialog',
);

type Open =
  | { readonly what: 'language'; readonly language: Language | null }
  | { readonly what: 'import' }
  | { readonly what: 'text'; readonly translation: Translation }
  | null;

const ADDRESS = filterAddress(EVERYTHING);

const ConfigTexts = containedPart<'ConfigTexts', ConfigTextsProps>(() => import('./config-texts.tsx'), 'ConfigTexts');

type Tab = 'interface' | 'organisation';

/** Translation settings (PRV-06): the organisation's own texts of the interface, and texts of its configuration (BEY-27). */
export function TranslationsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <TranslationTabs send={send} />
    </DocumentWidget>
  );
}

function TranslationTabs({ send }: { readonly send: typeof call }): ReactNode {
  useStyles(table);
  useStyles(folding);
  useStyles(recordStyles);
  const t = useMessages(translationsMessages);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const tab: Tab = search.split('&').includes(OF_ORGANISATION) ? 'organisation' : 'interface';
  return (
    <div className="i18n-page">
      <Tabs<Tab>
        label={t('tabs')}
        idPrefix="i18n"
        current={tab}
        onChange={(one) => navigate(one === 'organisation' ? `${path}?${OF_ORGANISATION}` : path)}
        tabs={[
          { id: 'interface', label: t('tab.interface') },
          { id: 'organisation', label: t('tab.organisation') },
        ]}
      />
      <div role="tabpanel" id={`i18n-panel-${tab}`} aria-labelledby={`i18n-tab-${tab}`}>
        {tab === 'interface' ? (
          <Translations send={send} />
        ) : (
          <Suspense fallback={<Skeleton rows={8} />}>
            <ConfigTexts send={send} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function Translations({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(translationsMessages);
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change the filter of the same list
  const store = useMemo(() => createTranslations({ send, filter: ADDRESS.read(search) }), [send]);
  useListAddress(ADDRESS, store.filter.value, store.narrow);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void store.load();
    // Without the added languages the shipped ones can be edited.
    store.loadLanguages().catch(() => undefined);
    return store.stop;
  }, [store]);
  const list = store.list.value;
  const { q, own, missing } = store.filter.value;
  const languages = [...LANGUAGES, ...store.languages.value.map(({ languageId }) => languageId)];
  const changed = (text: string) => {
    showSnack({ text, icon: Check });
    // This page's own texts may be among them.
    void checkSession();
  };
  const failed = list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  if (list.status === 'failed' && list.code === 'access.denied') return failed;
  return (
    <ListPage
      about={t('about')}
      views={
        <Group label={t('views')} className="row row-4">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              className="chip"
              aria-pressed={own === one}
              onClick={() => store.narrow({ own: one })}
            >
              {t(one ? 'own' : 'all')}
            </button>
          ))}
          {missing && (
            <button type="button" className="chip" aria-pressed onClick={() => store.narrow({ missing: '' })}>
              {t('missing', { language: languageName(missing) })}
            </button>
          )}
        </Group>
      }
      search={{ label: t('search'), q, onSearch: (q) => store.narrow({ q }) }}
      actions={
        <>
          <Button icon={FileUp} onClick={() => setOpen({ what: 'import' })}>
            {t('import')}
          </Button>
          <Button
            icon={Download}
            onClick={() => void store.read().then((file) => saveJson(file, 'translations.json'), showProblem)}
          >
            {t('export')}
          </Button>
        </>
      }
    >
      {list.status === 'loading' && <Skeleton rows={8} />}
      {failed}
      {list.status === 'ready' && (
        <>
          <LanguageSection
            store={store}
            list={list}
            onEdit={(language) => setOpen({ what: 'language', language })}
            t={t}
          />
          <TextTable
            store={store}
            list={list}
            languages={languages}
            onEdit={(translation) => setOpen({ what: 'text', translation })}
            t={t}
          />
        </>
      )}
      <Suspense>
        {open?.what === 'text' && (
          <TranslationDialog
            store={store}
            translation={open.translation}
            languages={languages}
            onClose={(isSaved) => {
              setOpen(null);
              if (isSaved) changed(t('saved'));
            }}
          />
        )}
        {open?.what === 'language' && (
          <LanguageDialog
            store={store}
            language={open.language}
            onClose={(isSaved) => {
              setOpen(null);
              if (isSaved) changed(t('language.saved'));
            }}
          />
        )}
        {open?.what === 'import' && (
          <ImportDialog
            read={readTextFile}
            take={store.take}
            accept=".json,application/json"
            hint={t('import.hint')}
            onClose={(count) => {
              setOpen(null);
              if (count !== undefined) changed(t('import.done', { count }));
            }}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

interface TableProps {
  readonly store: TranslationsStore;
  readonly list: Extract<TranslationsStore['list']['value'], { readonly status: 'ready' }>;
  readonly languages: readonly string[];
  readonly onEdit: (translation: Translation) => void;
  readonly t: TranslationsText;
}

function TextTable({ store, list, languages, onEdit, t }: TableProps): ReactNode {
  useSignals();
  const { q, part, own, missing } = store.filter.value;
  return (
    <div className="records wide">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="records-frame" tabIndex={0} aria-label={t('table')}>
        <table className="tbl folds i18n-table">
          <thead>
            <tr>
              <th scope="col">{t('key')}</th>
              {languages.map((language) => (
                <th key={language} scope="col" lang={language}>
                  {languageName(language)}
                </th>
              ))}
              <td className="i18n-act" />
            </tr>
            <tr className="filters">
              <td>
                <span className={`filter ${part ? 'on' : ''}`}>
                  <select
                    aria-label={t('part')}
                    value={part}
                    onChange={({ target }) => store.narrow({ part: target.value })}
                  >
                    <option value="">{t('part.all')}</option>
                    {list.parts.map((one) => (
                      <option key={one} value={one}>
                        {one}
                      </option>
                    ))}
                  </select>
                </span>
              </td>
              <td colSpan={languages.length + 1} />
            </tr>
          </thead>
          <tbody>
            {list.items.map((one) => (
              <TextRow key={one.key} translation={one} languages={languages} onEdit={onEdit} t={t} />
            ))}
          </tbody>
        </table>
      </section>
      {list.items.length === 0 && <EmptyState title={t('nothingFound')} />}
      <ListFoot
        total={list.total}
        onClear={q || part || own || missing ? () => store.narrow(EVERYTHING) : null}
        onMore={list.next === null ? null : store.more}
      />
    </div>
  );
}

function TextRow({
  translation,
  languages,
  onEdit,
  t,
}: { readonly translation: Translation } & Pick<TableProps, 'languages' | 'onEdit' | 't'>): ReactNode {
  const { key, product, own, stale } = translation;
  return (
    <tr>
      <th scope="row" className="mono i18n-key fold-name">
        {/* Long keys wrap at dots. */}
        <span>
          {key.split(/(?<=\.)/).map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a key never change
            <Fragment key={at}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
      </th>
      {languages.map((language) => (
        <td key={language} className="i18n-text">
          <span className="stack">
            <span className={own[language] ? 'strong' : undefined} lang={language}>
              {own[language] ?? product[language]}
            </span>
            {stale.includes(language) ? (
              <span className="xs i18n-stale">{t('stale')}</span>
            ) : (
              own[language] && <span className="xs muted">{t('changed')}</span>
            )}
          </span>
        </td>
      ))}
      <td className="i18n-act fold-actions">
        <IconButton small icon={Pencil} label={t('edit', { key })} onClick={() => onEdit(translation)} />
      </td>
    </tr>
  );
}
