import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { useWidget } from '../../shared/element/index.ts';
import { session } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Contents } from './contents.tsx';
import { changedSections, numbersOf } from './manual.rules.ts';
import { createManual, type ManualStore } from './manual.store.ts';
import { ManualHead } from './manual-head.tsx';
import type { ReaderText } from './manual-reader-text.ts';
import type { Place } from './place.ts';
import type { Drawing } from './text/drawing.ts';
import { FullText } from './text/full-text.tsx';

const Changes = containedPart(() => import('./parts/changes.tsx'), 'Changes');
const Attachments = containedPart(() => import('./parts/attachments.tsx'), 'Attachments');
const ConfirmBar = containedPart(() => import('./parts/confirm-bar.tsx'), 'ConfirmBar');
const Questions = containedPart(() => import('./parts/questions.tsx'), 'Questions');
const PrintSheet = containedPart(() => import('./parts/print-sheet.tsx'), 'PrintSheet');

interface Props {
  readonly place: Place;
  readonly language: string;
  readonly me: string;
  /** Undefined without a list to go back to. */
  readonly onBack: (() => void) | undefined;
  readonly onOpen: (next: Partial<Place>) => void;
  readonly t: ReaderText;
}

/** One manual: its text, the changes, and the confirmation bar. */
export function ManualView({ place, language, me, onBack, onOpen, t }: Props): ReactNode {
  useSignals();
  const store = useMemo(
    () =>
      createManual({
        send: call,
        manualId: place.manualId ?? undefined,
        readingId: place.readingId ?? undefined,
        number: place.number ?? undefined,
        language,
        me,
      }),
    [place.manualId, place.readingId, place.number, language, me],
  );
  const signedIn = session.value.status === 'signed-in';
  useEffect(() => {
    if (signedIn && store.state.peek().status !== 'ready') void store.load();
  }, [store, signedIn]);
  useEffect(() => {
    const keep = () => document.visibilityState === 'hidden' && void store.flush();
    document.addEventListener('visibilitychange', keep);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      store.stop();
    };
  }, [store]);

  const now = store.state.value;
  if (now.status === 'ready') return <Opened store={store} {...now} onBack={onBack} onOpen={onOpen} t={t} />;
  return (
    <div className="reader-wait">
      {now.status === 'loading' ? (
        <Skeleton rows={8} label={t('loading')} />
      ) : (
        <div className="empty" role="alert">
          <p className="t3">{problemText(now.error)}</p>
          <div className="row">
            {onBack && <Button onClick={onBack}>{t('back')}</Button>}
            <Button onClick={() => void store.load()}>{t('retry')}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

type OpenedProps = Extract<ManualStore['state']['value'], { status: 'ready' }> &
  Pick<Props, 'onBack' | 'onOpen' | 't'> & { readonly store: ManualStore };

function Opened({ store, text, reading, mine, onBack, onOpen, t }: OpenedProps): ReactNode {
  useSignals();
  const widget = useWidget();
  const paper = useRef<HTMLElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const goTo = useRef<(id: string) => void>(() => undefined);
  const [current, setCurrent] = useState('');
  const [isTocOpen, setTocOpen] = useState(false);
  const closeToc = () => {
    if (isTocOpen) paper.current?.focus({ preventScroll: true });
    setTocOpen(false);
  };
  // Delays what can wait until the text has been painted.
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    // Focuses the scrolling region, so that keys scroll it.
    paper.current?.focus({ preventScroll: true });
  }, []);

  const numbers = useMemo(() => numbersOf(text.sections), [text]);
  const compared = store.difference.value;
  const changed = useMemo(
    () => (compared.status === 'ready' ? changedSections(compared.difference, text.sections) : null),
    [compared, text],
  );
  const shown = store.shown.value;

  async function confirm() {
    if ((await store.confirm()) && reading) {
      widget.emit('verva-manual-confirmed', {
        manualId: text.manualId,
        readingId: reading.id,
        number: text.number,
        languageId: text.languageId,
        undoableUntil: confirmedUntil(store),
      });
    }
  }
  /** Moves to what is still to be read or opened. */
  function lead() {
    const missing = store.missing.peek();
    if (missing === 'attachments') paper.current?.querySelector<HTMLElement>('.attachments .to-open button')?.focus();
    else if (missing === 'changes' && shown === 'changes')
      paper.current?.querySelector('[data-change]:not([data-seen])')?.scrollIntoView({ block: 'center' });
    else goTo.current('');
  }
  const jump = (id: string) => goTo.current(id);

  return (
    <div className="reader">
      <Contents
        sections={text.sections}
        numbers={numbers}
        changed={changed}
        current={current}
        isOpen={isTocOpen}
        onClose={closeToc}
        onBack={onBack}
        onGo={jump}
        t={t}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="paper" ref={paper} tabIndex={0} aria-label={t('text')}>
        <article>
          <ManualHead
            store={store}
            text={text}
            reading={reading}
            onBack={onBack}
            onContents={() => setTocOpen(true)}
            onOpen={onOpen}
            t={t}
          />
          {shown === 'changes' ? (
            <Suspense fallback={<Skeleton rows={6} label={t('loading')} />}>
              <Changes store={store} text={text} numbers={numbers} onGo={goTo} onCurrent={setCurrent} />
            </Suspense>
          ) : (
            <FullText
              key={text.sha256}
              store={store}
              text={text}
              place={reading?.state === 'pending' ? (reading.place ?? undefined) : undefined}
              numbers={numbers}
              drawing={drawing}
              goTo={goTo}
              onCurrent={setCurrent}
              t={t}
            />
          )}
          {isPainted && text.attachments.length > 0 && (
            <Suspense>
              <Attachments store={store} text={text} mine={mine && reading?.state === 'pending'} />
            </Suspense>
          )}
        </article>
        {isPainted && (
          <Suspense>
            <Questions text={text} paper={paper} drawing={drawing} shown={shown} />
          </Suspense>
        )}
      </section>
      {reading && (
        <Suspense fallback={<footer className="confirm" />}>
          <ConfirmBar
            store={store}
            text={text}
            reading={reading}
            mine={mine}
            onConfirm={() => void confirm()}
            onLead={lead}
            onBack={onBack}
            onOpen={onOpen}
          />
        </Suspense>
      )}
      {isPainted && (
        <Suspense>
          <PrintSheet text={text} reading={reading} drawing={drawing} />
        </Suspense>
      )}
    </div>
  );
}

function confirmedUntil(store: ManualStore): string | null {
  const now = store.state.peek();
  return (now.status === 'ready' && now.reading?.held?.until) || null;
}
