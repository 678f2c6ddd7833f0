import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { Logo } from '../frame/logo.tsx';
import { LanguageChoice } from '../login/language-choice.tsx';
import { loginMessages } from '../login/login.messages.ts';
import { usePageTitle } from '../page-title.ts';
import { helpMessages } from './help.messages.ts';
import { HelpArticle } from './help-article.tsx';
import { HelpList } from './help-list.tsx';
import { findHelp } from './help-search.ts';
import { helpAddress } from './help-topics.ts';
import { loadHelp } from './load-help.ts';
import './help.css';

/** `/help` and `/help/{page}`: the product's help, also for signed-out users. */
export function HelpPages(): ReactNode {
  const t = useMessages(helpMessages);
  const loginText = useMessages(loginMessages);
  const language = useLanguage();
  const pages = use(loadHelp(language));
  const { topic } = useParams<{ topic?: string }>();
  const [query, setQuery] = useState('');
  const main = useRef<HTMLElement>(null);
  const page = pages.find(({ id }) => id === topic);
  usePageTitle(page ? `${page.title} · ${t('title')}` : t('title'));

  const first = useRef(topic);
  useEffect(() => {
    setQuery('');
    // A page that was chosen here begins at its heading; the page that was opened first leaves the focus to the browser.
    if (first.current === topic) return;
    first.current = undefined;
    scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [topic]);

  const hits = findHelp(pages, query, language);
  return (
    <div className={`help ${topic === undefined ? 'at-list' : ''}`}>
      <header>
        <Link className="wordmark" href="/inbox">
          <Logo size={28} />
          <span>Verva</span>
          <span className="sr">{t('back')}</span>
        </Link>
        <span className="grow" />
        <LanguageChoice t={loginText} />
      </header>
      <div className="help-body">
        <aside>
          <search>
            <SearchBox label={t('search')} value={query} onSearch={setQuery} />
          </search>
          <p className={query ? 's muted' : 'sr'} role="status">
            {query ? t('found', { count: hits.length }) : ''}
          </p>
          {query && hits.length === 0 && <p className="s second">{t('none.text')}</p>}
          {hits.length > 0 && (
            <ul className="help-hits">
              {hits.map(({ page: found, line }) => (
                <li key={found.id}>
                  <Link href={helpAddress(found.id)} onClick={() => setQuery('')}>
                    <span className="strong">{found.title}</span>
                    <span className="s second">{line}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <HelpList pages={pages} topic={topic} t={t} />
        </aside>
        <main ref={main}>
          {topic !== undefined && (
            <Link className="link help-all" href={helpAddress()}>
              <Icon of={ArrowLeft} size="s" />
              {t('all')}
            </Link>
          )}
          {page && <HelpArticle page={page} />}
          {!page && topic !== undefined && (
            <>
              <h1 className="sr" tabIndex={-1}>
                {t('missing.title')}
              </h1>
              <EmptyState mark="failed" title={t('missing.title')} text={t('missing.text')} />
            </>
          )}
          {topic === undefined && (
            <>
              <h1 tabIndex={-1}>{t('title')}</h1>
              <HelpList pages={pages} topic={undefined} isWide t={t} />
            </>
          )}
        </main>
      </div>
    </div>
  );
}
