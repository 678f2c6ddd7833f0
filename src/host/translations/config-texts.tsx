import { useSignals } from '@preact/signals-react/runtime';
import { Check, Download, FileUp } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { call } from '../../shared/api/index.ts';
import { CONFIG_TEXT_KINDS, type ConfigTextKind } from '../../shared/contracts/config-texts.rules.ts';
import { languageName } from '../../shared/contracts/language-name.ts';
import { formatNumber, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { saveBlob } from '../../shared/ui/save-blob.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useLanguages } from '../../shared/ui/use-languages.ts';
import { Group } from '../builder/group.tsx';
import { useListAddress } from '../list-address.ts';
import { ConfigTextRow } from './config-text-row.tsx';
import { CONFIG_TEXTS_ADDRESS } from './config-texts.address.ts';
import { configTextsMessages } from './config-texts.messages.ts';
import { ALL_CONFIG_TEXTS, type ConfigTextsStore, createConfigTexts, keyOf } from './config-texts.store.ts';
import type { ConfigTextsText } from './config-texts-text.ts';
import type { ImportDialogProps } from './import-dialog.tsx';
import { ListFoot } from './list-foot.tsx';

const ImportDialog = containedPart<'ImportDialog', ImportDialogProps<string>>(
  () => import('./import-dialog.tsx'),
  'ImportDialog',
);

export interface ConfigTextsProps {
  readonly send: typeof call;
}

/** Texts of what the organisation configured in one grid, for translation into one language (BEY-27). */
export function ConfigTexts({ send }: ConfigTextsProps): ReactNode {
  useSignals();
  const t = useMessages(configTextsMessages);
  const search = useSearch();
  const reader = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change the filter of the same list
  const store = useMemo(() => {
    const filter = CONFIG_TEXTS_ADDRESS.read(search);
    return createConfigTexts({ send, filter, language: reader === 'en' ? 'et' : reader });
  }, [send]);
  useListAddress(CONFIG_TEXTS_ADDRESS, store.filter.value, store.narrow);
  useEffect(() => {
    void store.load();
    // Without the counts the texts can be translated.
    store.loadCompleteness().catch(() => undefined);
    return store.stop;
  }, [store]);
  const [imports, setImporting] = useState(false);
  const save = async () => {
    const file = new Blob([await store.read()], { type: 'text/csv' });
    saveBlob(file, `texts-${store.language()}.csv`);
  };
  const list = store.list.value;
  const failed = list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  if (list.status === 'failed' && list.code === 'access.denied') return failed;
  const { q, state } = store.filter.value;
  return (
    <ListPage
      about={t('about')}
      views={
        <Group label={t('views')} className="row row-4">
          {(['', 'missing', 'outdated'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="chip"
              aria-pressed={state === one}
              onClick={() => store.narrow({ state: one })}
            >
              {t(one === '' ? 'all' : one)}
            </button>
          ))}
        </Group>
      }
      search={{ label: t('search'), q, onSearch: (words) => store.narrow({ q: words }) }}
      actions={
        <>
          <Button icon={FileUp} onClick={() => setImporting(true)}>
            {t('import')}
          </Button>
          <Button icon={Download} onClick={() => void save().catch(showProblem)}>
            {t('export')}
          </Button>
        </>
      }
    >
      {list.status === 'loading' && <Skeleton rows={8} />}
      {failed}
      {list.status === 'ready' && <Grid store={store} list={list} t={t} />}
      <Suspense>
        {imports && (
          <ImportDialog
            read={(content) => content}
            take={store.take}
            accept=".csv,text/csv"
            hint={t('import.hint', { language: languageName(store.language()) })}
            onClose={(count) => {
              setImporting(false);
              if (count !== undefined) showSnack({ text: t('import.done', { count }), icon: Check });
            }}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

interface GridProps {
  readonly store: ConfigTextsStore;
  readonly list: Extract<ConfigTextsStore['list']['value'], { readonly status: 'ready' }>;
  readonly t: ConfigTextsText;
}

function Grid({ store, list, t }: GridProps): ReactNode {
  useSignals();
  const { q, kind, state } = store.filter.value;
  const language = store.language();
  return (
    <div className="records wide">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="records-frame" tabIndex={0} aria-label={t('table')}>
        <table className="tbl folds i18n-table">
          <thead>
            <tr>
              <th scope="col">{t('source')}</th>
              <th scope="col">{t('translation')}</th>
            </tr>
            <Filters store={store} t={t} />
          </thead>
          <tbody>
            {list.items.map((text) => (
              <ConfigTextRow key={`${language} ${keyOf(text)}`} {...{ store, text, language, t }} />
            ))}
          </tbody>
        </table>
      </section>
      {list.items.length === 0 && (
        <EmptyState title={t(state === '' || q || kind ? 'nothingFound' : `none.${state}`)} />
      )}
      <ListFoot
        total={list.total}
        onClear={
          q || kind || state ? () => store.narrow({ ...ALL_CONFIG_TEXTS, language: store.filter.value.language }) : null
        }
        onMore={list.next === null ? null : store.more}
      >
        <Progress store={store} t={t} />
      </ListFoot>
    </div>
  );
}

function Filters({ store, t }: Pick<GridProps, 'store' | 't'>): ReactNode {
  useSignals();
  const languages = useLanguages();
  const { kind } = store.filter.value;
  return (
    <tr className="filters">
      <td>
        <span className={`filter ${kind ? 'on' : ''}`}>
          <select
            aria-label={t('kind')}
            value={kind}
            onChange={({ target }) => store.narrow({ kind: target.value as ConfigTextKind | '' })}
          >
            <option value="">{t('kind.all')}</option>
            {CONFIG_TEXT_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
        </span>
      </td>
      <td>
        <span className="filter on">
          <select
            aria-label={t('language')}
            value={store.language()}
            onChange={({ target }) => store.narrow({ language: target.value })}
          >
            {languages.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </span>
      </td>
    </tr>
  );
}

function Progress({ store, t }: Pick<GridProps, 'store' | 't'>): ReactNode {
  useSignals();
  const counts = store.completeness.value;
  if (!counts) return null;
  const language = store.language();
  const outdated = counts.outdated[language] ?? 0;
  return (
    <span className="second">
      {t('progress', { done: formatNumber(counts.translated[language] ?? 0), all: formatNumber(counts.texts) })}
      {outdated > 0 && <> · {t('outdated.count', { count: outdated })}</>}
    </span>
  );
}
