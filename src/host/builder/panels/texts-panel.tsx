import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { SearchBox } from '../../../shared/ui/search-box.tsx';
import table from '../../../shared/ui/styles/table.css?inline';
import { DocumentWidget } from '../../document-widget.tsx';
import { builderMessages } from '../builder.messages.ts';
import { labelText } from '../builder-text.ts';
import type { PanelProps } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import { type FormText, isMissing, missingIn, putText, textsOf } from './texts/all-texts.ts';
import './panels.css';

/** Page size; more rows would make typing slow. */
const AT_ONCE = 60;

/** All texts of the form with the languages side by side. Missing texts are marked and counted, and edited in place. */
export function TextsPanel(props: PanelProps): ReactNode {
  return (
    <DocumentWidget>
      <Texts {...props} />
    </DocumentWidget>
  );
}

function Texts({ store, show, missing: first = '' }: PanelProps): ReactNode {
  useStyles(table);
  useSignals();
  const t = useMessages(panelsMessages);
  const names = useMessages(builderMessages);
  const language = useLanguage();
  const [missing, setMissing] = useState(first);
  const [q, setQ] = useState('');
  const [count, setCount] = useState(AT_ONCE);
  // With the "missing" filter on, a row stays visible after its text is entered.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const all = textsOf(store.body.value);
  const isWanted = (text: FormText) => {
    const words = [nameOf(text), ...Object.values(text.texts)].join('\n').toLocaleLowerCase();
    if (q !== '' && !words.includes(q.toLocaleLowerCase())) return false;
    if (missing === '' || kept.has(text.pointer)) return true;
    return (missing === 'any' ? LANGUAGES : [missing]).some((id) => isMissing(text, id));
  };
  const nameOf = (text: FormText) => labelText(text.label, language, names);
  const shown = all.filter(isWanted);
  const languageName = (id: string) => LANGUAGE_NAMES[id as keyof typeof LANGUAGE_NAMES];
  const total = LANGUAGES.reduce((sum, id) => sum + missingIn(all, id), 0);
  return (
    <div className="pn-page">
      <div className="pn-tools">
        <SearchBox label={t('texts.search')} value={q} onSearch={setQ} />
        <select
          className="control pn-narrow"
          aria-label={t('texts.filter')}
          value={missing}
          onChange={(event) => {
            setMissing(event.target.value);
            setKept(new Set());
          }}
        >
          <option value="">{t('texts.all', { count: all.length })}</option>
          <option value="any">{t('texts.missingAny', { count: total })}</option>
          {LANGUAGES.map((id) => (
            <option key={id} value={id}>
              {t('texts.missingIn', { language: languageName(id), count: missingIn(all, id) })}
            </option>
          ))}
        </select>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={t(q === '' ? 'texts.none' : 'texts.notFound')} />
      ) : (
        <div className="pn-texts">
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{t('texts.place')}</th>
                {LANGUAGES.map((id) => {
                  const lacking = missingIn(all, id);
                  return (
                    <th key={id} scope="col">
                      {languageName(id)}{' '}
                      {lacking > 0 && <span className="badge amber">{t('texts.lacking', { count: lacking })}</span>}
                    </th>
                  );
                })}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, count).map((text) => (
                <tr key={text.pointer}>
                  <th scope="row">
                    {text.node === null ? (
                      <span className="strong">{nameOf(text)}</span>
                    ) : (
                      <button type="button" className="link" title={t('texts.show')} onClick={() => show(text.node)}>
                        {nameOf(text)}
                      </button>
                    )}
                    <span className="xs muted">
                      {t(`place.${text.place}`)}
                      {text.id !== null && <span className="mono"> {text.id}</span>}
                    </span>
                  </th>
                  {LANGUAGES.map((id) => (
                    <td key={id} data-label={languageName(id)}>
                      <textarea
                        className={`control ${isMissing(text, id) ? 'pn-missing' : ''}`}
                        rows={text.place === 'content' ? 3 : 1}
                        lang={id}
                        maxLength={text.place === 'content' ? 20_000 : 500}
                        aria-label={t('texts.cell', {
                          name: nameOf(text),
                          place: t(`place.${text.place}`),
                          language: languageName(id),
                        })}
                        placeholder={isMissing(text, id) ? t('texts.missing') : undefined}
                        value={text.texts[id] ?? ''}
                        onChange={(event) => {
                          setKept(new Set([...kept, text.pointer]));
                          store.apply(putText(text, id, event.target.value), { typing: `${text.pointer} ${id}` });
                        }}
                        onBlur={() => store.closeStep()}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length > count && (
            <div className="row pn-more">
              <Button onClick={() => setCount(count + AT_ONCE)}>
                {t('texts.more', { count: shown.length - count })}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
