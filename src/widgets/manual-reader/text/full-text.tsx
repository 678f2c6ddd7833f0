import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ManualText } from '../../../shared/contracts/manuals.contract.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { END } from '../manual.rules.ts';
import type { ManualStore } from '../manual.store.ts';
import type { ReaderText } from '../manual-reader-text.ts';
import { displayOf } from './display-of.ts';
import { type Drawing, drawText } from './drawing.ts';
import { watchText } from './watching.ts';

interface Props {
  readonly store: ManualStore;
  readonly text: ManualText;
  /** Block of the last reading position. */
  readonly place: string | undefined;
  readonly numbers: readonly string[];
  readonly drawing: RefObject<Drawing | null>;
  /** Receives the function that goes to a section or block; with an empty id to the reading position. */
  readonly goTo: RefObject<(id: string) => void>;
  readonly onCurrent: (section: string) => void;
  readonly t: ReaderText;
}

/** The full text, rendered outside React: sanitised HTML, of which only nearby parts are laid out. */
export function FullText({ store, text, place, numbers, drawing, goTo, onCurrent, t }: Props): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rendered once per text; a changed reading does not render it again
  useLayoutEffect(() => {
    const element = host.current;
    // Not by a ref: the ref of the surrounding element is set later.
    const box = element?.closest<HTMLElement>('.paper');
    if (!element || !box) return;
    const { display, release } = displayOf(text, (id) => goTo.current(id));
    const drawn = drawText(element, { sections: text.sections, numbers, display, place });
    drawing.current = drawn;
    let at = place;
    const go = (id: string) => {
      const wanted = id || at || text.sections[0]?.id || '';
      const block = drawn.reach(wanted);
      block?.scrollIntoView({ block: 'start' });
      // Heights above were estimates until now; the second scroll is exact.
      requestAnimationFrame(() => block?.scrollIntoView({ block: 'start' }));
    };
    goTo.current = go;
    if (place && store.reached.peek() < END && drawn.sectionOf(place) > 0) {
      go(place);
      showSnack({
        text: t('resumed'),
        color: 'inverse',
        action: { label: t('startOver'), onSelect: () => box.scrollTo({ top: 0 }) },
      });
    }
    const stop = watchText(
      box,
      drawn.parts,
      text.sections.map(({ words }) => words),
      ({ seen, section, place: block }) => {
        if (seen.from <= store.reached.peek()) at = block ?? at;
        store.see(seen, block);
        onCurrent(text.sections[section]?.id ?? '');
      },
    );
    return () => {
      stop();
      drawn.stop();
      release();
      drawing.current = null;
      goTo.current = () => undefined;
    };
  }, [text]);
  return <div className="manual-text" ref={host} lang={text.languageId} />;
}
