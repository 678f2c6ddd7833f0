import { useSignals } from '@preact/signals-react/runtime';
import { FoldVertical, UnfoldVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualDifference, ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from '../../../shared/ui/styles/manual-parts.css?inline';
import type { ManualStore } from '../manual.store.ts';
import { displayOf } from '../text/display-of.ts';
import type { Display } from '../text/drawing.ts';
import { type Item, itemsOf } from './changes.rules.ts';
import type { PartText } from './part-text.ts';
import { manualPartsMessages } from './parts.messages.ts';
import { watchChanges } from './watch-changes.ts';

interface Props {
  readonly store: ManualStore;
  readonly text: ManualText;
  readonly numbers: readonly string[];
  readonly onGo: RefObject<(id: string) => void>;
  readonly onCurrent: (section: string) => void;
}

/** Number of items rendered at once; the rest follow when the browser is idle. */
const FIRST_ITEMS = 40;

/** Changes since the version that the reader confirmed (BEY-11). */
export function Changes(props: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(manualPartsMessages);
  const compared = props.store.difference.value;
  if (compared.status !== 'ready') return <Skeleton rows={6} label={t('loading')} />;
  return <List {...props} difference={compared.difference} t={t} />;
}

function List({
  store,
  text,
  numbers,
  onGo,
  onCurrent,
  difference,
  t,
}: Props & { readonly difference: ManualDifference; readonly t: PartText }): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const [isBeside, setBeside] = useState(false);
  const sections = useMemo(() => new Map(text.sections.map(({ id }, at) => [id, at])), [text]);
  const items = useMemo(() => itemsOf(difference.blocks, new Set(sections.keys())), [difference, sections]);
  const { display, release } = useMemo(() => displayOf(text, (id) => onGo.current(id)), [text, onGo]);
  useEffect(() => release, [release]);
  const drawn = useGrowing(items.length);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const owner: string[] = [];
    let section = text.sections[0]?.id ?? '';
    for (const { id, kind } of difference.blocks) {
      if (sections.has(id)) section = id;
      if (kind !== 'same') owner.push(section);
    }
    const stop = watchChanges(
      element,
      (index) => store.seeChange(index),
      (index) => onCurrent(owner[index] ?? ''),
    );
    onGo.current = (id) => {
      const target = element.querySelector(id ? `[id="${CSS.escape(id)}"]` : '[data-change]:not([data-seen])');
      if (target) return target.scrollIntoView({ block: id ? 'start' : 'center' });
      if (!id) return;
      // An unchanged section is in the full text only.
      store.shown.value = 'full';
      setTimeout(() => onGo.current(id));
    };
    return stop;
  }, [store, text, difference, sections, onGo, onCurrent]);

  return (
    <>
      <div className="row wrap beside">
        <label className="tick s only-desktop">
          <input
            type="checkbox"
            className="switch"
            checked={isBeside}
            onChange={(event) => setBeside(event.target.checked)}
          />
          <span>{t('sideBySide')}</span>
        </label>
        {difference.fromLanguageId !== difference.languageId && (
          <span className="s muted">{t('otherLanguage', { language: languageName(difference.fromLanguageId) })}</span>
        )}
      </div>
      {isBeside && (
        <div className="two-heads xs muted" aria-hidden="true">
          <span>{t('before', { number: difference.from })}</span>
          <span>{t('after', { number: difference.to })}</span>
        </div>
      )}
      <div className={`manual-text changes ${isBeside ? 'is-beside' : ''}`} ref={list} lang={difference.languageId}>
        {items.slice(0, drawn).map((item) => (
          <Part
            key={item.key}
            item={item}
            number={item.kind === 'heading' ? numbers[sections.get(item.block.id) ?? -1] : undefined}
            isBeside={isBeside}
            display={display}
            t={t}
          />
        ))}
        {drawn >= items.length && <p className="s muted end">{t('end')}</p>}
      </div>
    </>
  );
}

interface PartProps {
  readonly item: Item;
  readonly number: string | undefined;
  readonly isBeside: boolean;
  readonly display: Display;
  readonly t: PartText;
}

function Part({ item, number, isBeside, display, t }: PartProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (item.kind === 'heading')
    return (
      <div className="heading" data-number={number || undefined}>
        <Html html={item.block.html} display={display} />
      </div>
    );
  if (item.kind === 'same')
    return (
      <>
        <button type="button" className="skipped" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={isOpen ? FoldVertical : UnfoldVertical} size="s" />
          {isOpen ? t('hideSame') : t('same', { count: item.blocks.length })}
        </button>
        {isOpen &&
          item.blocks.map((block) => <Html key={block.id} html={block.html} display={display} className="unchanged" />)}
      </>
    );
  const { kind, html, before } = item.block;
  const word = kind === 'same' ? '' : t(kind);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the text, labelled with its kind of change
    <div className={`change ${kind}`} data-change={item.index} role="group" aria-label={word}>
      {kind !== 'changed' && <span className={`badge ${kind === 'removed' ? 'red' : 'green'}`}>{word}</span>}
      {isBeside ? (
        <div className="two">
          {kind === 'added' ? (
            <div />
          ) : (
            <Html html={kind === 'changed' ? html : (before ?? html)} display={display} className="then" />
          )}
          {kind === 'removed' ? <div /> : <Html html={html} display={display} className="now" />}
        </div>
      ) : (
        <Html html={html} display={display} />
      )}
    </div>
  );
}

function useGrowing(all: number): number {
  const [count, setCount] = useState(FIRST_ITEMS);
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => setCount(count + FIRST_ITEMS), 16);
    return () => clearTimeout(timer);
  }, [count, all]);
  return Math.min(count, all);
}

/** Sanitised HTML of a manual. */
function Html({
  html,
  display,
  className = '',
}: {
  readonly html: string;
  readonly display: Display;
  readonly className?: string;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.replaceChildren(display(html)), [html, display]);
  return <div className={`html ${className}`} ref={element} />;
}
