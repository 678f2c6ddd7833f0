import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { openApplication } from '../../shared/administration/open-application.ts';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Catalogue as CatalogueData, CatalogueEntry } from '../../shared/contracts/catalogue.contract.ts';
import { type PropertiesOf, useWidget, type VervaEvent, watchForElements } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { session } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/start.css?inline';
import { catalogueMessages } from './catalogue.messages.ts';
import { createCatalogueStore } from './catalogue.store.ts';
import { ItemCard } from './item-card.tsx';
import { fallbacks, indexOf, ROW_MAX, recent, search } from './search.rules.ts';
import '../../shared/ui/styles/parts-sheet.ts';

type Props = PropertiesOf<'verva-catalogue'>;

/** What the user may start; the open item shows its start form. */
export function Catalogue({ category, items, item }: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(catalogueMessages);
  const widget = useWidget();
  const language = useLanguage();
  const store = useMemo(() => createCatalogueStore(call), []);
  const [open, setOpen] = useState(item ?? null);
  const state = store.load.value;

  useEffect(() => setOpen(item ?? null), [item]);
  useEffect(() => watchForElements(widget.root), [widget]);
  const isSignedIn = session.value.status === 'signed-in';
  useEffect(() => {
    // Also after a start: it counts as used, and its draft is gone. Texts are in the reader's language.
    if (isSignedIn && language && open === null) void store.open(store.load.peek().status === 'ready');
    return store.stop;
  }, [store, isSignedIn, language, open]);
  useEffect(() => {
    const root = widget.root;
    // From the start form inside: the page gets one event, as for an item that is chosen here.
    const chosen = (event: VervaEvent<'verva-start-chosen'>) => {
      event.preventDefault();
      event.stopPropagation();
      if (widget.ask('verva-start-chosen', event.detail)) setOpen(event.detail.item);
    };
    root.addEventListener('verva-start-chosen', chosen);
    return () => root.removeEventListener('verva-start-chosen', chosen);
  }, [widget]);

  if (open !== null) return <verva-start-form item={open} className="fill" exportparts="body, outcomes" />;
  if (state.status !== 'ready' && asksToSignIn()) return <SignIn text={t('signedOut')} />;
  switch (state.status) {
    case 'loading':
      return (
        <div className="page" aria-busy="true">
          <Skeleton rows={8} label={t('loading')} />
        </div>
      );
    case 'failed':
      return (
        <div className="page">
          <EmptyState mark="failed" title={t('failed')}>
            <Button onClick={() => void store.open()}>{t('retry')}</Button>
          </EmptyState>
        </div>
      );
    case 'ready':
      return (
        <Shown
          catalogue={only(state.catalogue, category, items)}
          failure={store.failure.value ? problemText(store.failure.value) : ''}
          onStart={({ id, address: path }) => {
            if (path) openApplication(path, () => widget.ask('verva-open-application', { path }));
            else if (widget.ask('verva-start-chosen', { item: id })) setOpen(id);
          }}
          onStar={({ id, isFavourite }) => void store.setFavourite(id, !isFavourite)}
          onDiscard={({ id }) => void store.discardDraft(id)}
        />
      );
  }
}

/** The items that the attributes of the element leave. */
function only(catalogue: CatalogueData, category: string | undefined, items: string | undefined): CatalogueData {
  const ids = items?.split(/[\s,]+/).filter(Boolean);
  const left = catalogue.items.filter(
    (one) => (!category || one.category === category) && (!ids?.length || ids.includes(one.id)),
  );
  return { categories: catalogue.categories.filter(({ id }) => left.some((one) => one.category === id)), items: left };
}

interface ShownProps {
  readonly catalogue: CatalogueData;
  readonly failure: string;
  readonly onStart: (item: CatalogueEntry) => void;
  readonly onStar: (item: CatalogueEntry) => void;
  readonly onDiscard: (item: CatalogueEntry) => void;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly items: readonly CatalogueEntry[];
}

function Shown({ catalogue, failure, onStart, onStar, onDiscard }: ShownProps): ReactNode {
  const t = useMessages(catalogueMessages);
  const widget = useWidget();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { categories, items } = catalogue;
  const index = useMemo(
    () => indexOf(items, (id) => categories.find((one) => one.id === id)?.title ?? ''),
    [items, categories],
  );
  useSlash(widget.root, frame);

  const groups = categorySections(catalogue, t('others'));
  const found = q === '' ? null : search(index, q);
  const sections: readonly Section[] = found
    ? [{ id: 'found', title: t('found', { count: found.length }), items: found }]
    : chosen
      ? groups.filter(({ id }) => id === chosen)
      : [
          { id: 'favourites', title: t('favourites'), items: items.filter((one) => one.isFavourite).slice(0, ROW_MAX) },
          { id: 'recent', title: t('recent'), items: recent(items) },
          ...groups,
        ];
  const draw = (item: CatalogueEntry) => (
    <ItemCard
      key={item.id}
      item={item}
      t={t}
      onStart={() => item.blocked === null && onStart(item)}
      onStar={() => onStar(item)}
      onDiscard={() => onDiscard(item)}
    />
  );

  if (items.length === 0) {
    return (
      <div className="page">
        <EmptyState title={t('empty')} text={t('emptyText')} />
      </div>
    );
  }
  return (
    <div className="page start-page" part="list" ref={frame}>
      <h1 className="sr">{t('title')}</h1>
      <SearchBox label={t('search')} value={q} onSearch={setQ} shortcut="/" className="start-search" />
      {groups.length > 1 && q === '' && (
        <nav className="start-chips" aria-label={t('categories')}>
          {[{ id: null, title: t('all'), items }, ...groups].map(({ id, title, items: { length } }) => (
            <button
              key={id ?? ' all'}
              type="button"
              className="chip"
              aria-pressed={chosen === id}
              onClick={() => setChosen(id)}
            >
              {title} <span className="muted">{length}</span>
            </button>
          ))}
        </nav>
      )}
      {failure && <Banner tone="red">{failure}</Banner>}
      <p className="sr" role="status">
        {found && t('found', { count: found.length })}
      </p>
      {found?.length === 0 ? (
        <>
          <EmptyState title={t('nothing', { q })} text={t('nothingText', { count: items.length })}>
            <Button onClick={() => setQ('')}>{t('showAll', { count: items.length })}</Button>
          </EmptyState>
          <ul className="start-cards">{fallbacks(items).map(draw)}</ul>
        </>
      ) : (
        sections
          .filter((section) => section.items.length > 0)
          .map(({ id, title, items: shown }) => (
            <section key={id} aria-label={title}>
              <h2 className="t3 start-title">{title}</h2>
              <ul className="start-cards">{shown.map(draw)}</ul>
            </section>
          ))
      )}
    </div>
  );
}

/** Categories with their items, in their order; items without a category come last. */
function categorySections({ categories, items }: CatalogueData, others: string): Section[] {
  const of = (id: string | null) => items.filter(({ category }) => category === id);
  return [
    ...categories.map(({ id, title }) => ({ id, title, items: of(id) })),
    { id: ' others', title: others, items: of(null) },
  ].filter(({ items: own }) => own.length > 0);
}

/** `/` moves the focus to the search, unless the user is typing. */
function useSlash(root: ShadowRoot, frame: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.composedPath()[0];
      const isTyping = target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const box = frame.current?.querySelector<HTMLInputElement>('input[type="search"]');
      if (!box) return;
      event.preventDefault();
      box.focus();
    };
    const page = root.ownerDocument;
    page.addEventListener('keydown', press);
    return () => page.removeEventListener('keydown', press);
  }, [root, frame]);
}
