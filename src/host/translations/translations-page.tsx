import { useSignals } from '@preact/signals-react/runtime';
import { Check, Download, FileUp, Pencil } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import type { Translation } from '../../shared/contracts/translations.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { LANGUAGE_NAMES, type Messages, type Translate, useMessages } from '../../shared/locale/index.ts';
import { checkSession } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import table from '../../shared/ui/styles/table.css?inline';
import { ChoiceControl } from '../choice-control.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { filterAddress, useListAddress } from '../list-address.ts';
import { ListPage } from '../list-page.tsx';
import { saveJson } from '../save-json.ts';
import type { ImportDialogProps } from './import-dialog.tsx';
import type { TranslationDialogProps } from './translation-dialog.tsx';
import { translationsMessages } from './translations.messages.ts';
import { createTranslations, EVERYTHING } from './translations.store.ts';
import './translations.css';

/** Translates the texts of the translation settings. */
type TranslationsText = typeof translationsMessages extends Messages<infer Key> ? Translate<Key> : never;

const TranslationDialog = containedPart<'TranslationDialog', TranslationDialogProps>(
  () => import('./translation-dialog.tsx'),
  'TranslationDialog',
);
const ImportDialog = containedPart<'ImportDialog', ImportDialogProps>(
  () => import('./import-dialog.tsx'),
  'ImportDialog',
);

type Open = { readonly what: 'import' } | { readonly what: 'text'; readonly translation: Translation } | null;

const ADDRESS = filterAddress(EVERYTHING);

/** Translation settings (PRV-06): the organisation's own texts. */
export function TranslationsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Translations send={send} />
    </DocumentWidget>
  );
}

function Translations({ send }: { readonly send: typeof call }): ReactNode {
  useStyles(table);
  useSignals();
  const t = useMessages(translationsMessages);
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change the filter of the same list
  const store = useMemo(() => createTranslations({ send, filter: ADDRESS.read(search) }), [send]);
  useListAddress(ADDRESS, store.filter.value, store.narrow);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  const list = store.list.value;
  const { q, part, own } = store.filter.value;
  const changed = (text: string) => {
    showSnack({ text, icon: Check });
    // This page's own texts may be among them.
    void checkSession();
  };
  return (
    <ListPage
      className="i18n-page"
      about={t('about')}
      toolsClass="i18n-tools"
      q={q}
      onSearch={(q) => store.narrow({ q })}
      tools={
        <>
          <select
            className="control"
            aria-label={t('part')}
            value={part}
            onChange={({ target }) => store.narrow({ part: target.value })}
          >
            <option value="">{t('part.all')}</option>
            {list.status === 'ready' &&
              list.parts.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
          </select>
          <ChoiceControl label={t('own')} checked={own} onChange={(isChecked) => store.narrow({ own: isChecked })} />
          <span className="grow" />
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
      showsCount
      list={list}
      onLoad={store.load}
      onMore={store.more}
      empty={<EmptyState title={t('nothingFound')} />}
      items={(items) => (
        <TextTable items={items} onEdit={(translation) => setOpen({ what: 'text', translation })} t={t} />
      )}
      t={t}
    >
      <Suspense>
        {open?.what === 'text' && (
          <TranslationDialog
            store={store}
            translation={open.translation}
            onClose={(isSaved) => {
              setOpen(null);
              if (isSaved) changed(t('saved'));
            }}
          />
        )}
        {open?.what === 'import' && (
          <ImportDialog
            store={store}
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

function TextTable({
  items,
  onEdit,
  t,
}: {
  readonly items: readonly Translation[];
  readonly onEdit: (translation: Translation) => void;
  readonly t: TranslationsText;
}): ReactNode {
  return (
    <div className="card i18n-table">
      <table className="tbl" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t('key')}</th>
            {LANGUAGES.map((language) => (
              <th key={language} scope="col" lang={language}>
                {LANGUAGE_NAMES[language]}
              </th>
            ))}
            <td className="i18n-act" />
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.key}>
              <th scope="row" className="mono i18n-key">
                {/* Long keys wrap at dots. */}
                {one.key.split(/(?<=\.)/).map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a key never change
                  <Fragment key={at}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </th>
              {LANGUAGES.map((language) => (
                <td key={language} data-label={LANGUAGE_NAMES[language]}>
                  <span className="stack">
                    <span className={one.own[language] ? 'strong' : undefined} lang={language}>
                      {one.own[language] ?? one.product[language]}
                    </span>
                    {one.stale.includes(language) ? (
                      <span className="xs i18n-stale">{t('stale')}</span>
                    ) : (
                      one.own[language] && <span className="xs muted">{t('changed')}</span>
                    )}
                  </span>
                </td>
              ))}
              <td className="i18n-act">
                <IconButton small icon={Pencil} label={t('edit', { key: one.key })} onClick={() => onEdit(one)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
