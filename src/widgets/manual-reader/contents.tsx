import { ArrowLeft, X } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { ManualSection } from '../../shared/contracts/manuals.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import type { ReaderText } from './manual-reader-text.ts';

interface Props {
  readonly sections: readonly ManualSection[];
  readonly numbers: readonly string[];
  /** Ids of changed sections; null while unknown. */
  readonly changed: ReadonlySet<string> | null;
  /** Id of the section at the top of the viewport. */
  readonly current: string;
  /** On narrow screens it covers the text while open. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onBack: (() => void) | undefined;
  readonly onGo: (id: string) => void;
  readonly t: ReaderText;
}

/** Numbered headings with the reader's position and the changed sections. */
export function Contents({ sections, numbers, changed, current, isOpen, onClose, onBack, onGo, t }: Props): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const box = useRef<HTMLElement>(null);
  // Avoids rendering hundreds of entries for a change of two.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const entry = list.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(current)}"]`);
    entry?.setAttribute('aria-current', 'true');
    if (entry && box.current) showIn(box.current, entry);
  }, [current]);
  useEffect(() => {
    if (isOpen)
      (box.current?.querySelector<HTMLElement>('[aria-current]') ?? box.current?.querySelector('button'))?.focus();
  }, [isOpen]);
  return (
    <nav
      ref={box}
      className={isOpen ? 'toc is-open' : 'toc'}
      aria-label={t('contents')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {onBack && (
        <Button kind="ghost" small icon={ArrowLeft} className="toc-back" onClick={onBack}>
          {t('back')}
        </Button>
      )}
      <div className="row">
        <p className="eyebrow grow">{t('contents')}</p>
        {isOpen && <IconButton icon={X} label={t('close')} onClick={onClose} />}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the entries are buttons; their clicks bubble here */}
      <ol
        ref={list}
        onClick={({ target }) => {
          const id = (target as HTMLElement).closest<HTMLElement>('[data-section]')?.dataset.section;
          if (!id) return;
          onClose();
          onGo(id);
        }}
      >
        <Entries sections={sections} numbers={numbers} changed={changed} word={t('changed')} />
      </ol>
    </nav>
  );
}

const Entries = memo(function Entries({
  sections,
  numbers,
  changed,
  word,
}: Pick<Props, 'sections' | 'numbers' | 'changed'> & { readonly word: string }): ReactNode {
  const top = Math.min(...sections.filter(({ level }) => level > 0).map(({ level }) => level));
  return sections.map(({ id, level, title }, at) =>
    level === 0 ? null : (
      <li key={id}>
        <button type="button" data-section={id} className={`in-${Math.min(level - top, 3)}`}>
          {numbers[at] && <span className="n">{numbers[at]}</span>}
          <span className="grow">{title}</span>
          {changed?.has(id) && (
            <span className="chg" title={word}>
              <span className="sr">{word}</span>
            </span>
          )}
        </button>
      </li>
    ),
  );
});

/** Scrolls the box only: scrolling the page would move the reader's position. */
function showIn(box: HTMLElement, entry: HTMLElement): void {
  const [frame, shown] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (shown.top < frame.top) box.scrollTop -= frame.top - shown.top;
  else if (shown.bottom > frame.bottom) box.scrollTop += shown.bottom - frame.bottom;
}
