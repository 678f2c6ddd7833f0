import { MessageCircleQuestionMark } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '../../../shared/api/index.ts';
import {
  getManualQuestions,
  type ManualQuestion,
  type ManualText,
} from '../../../shared/contracts/manuals.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatDay } from '../../../shared/locale/dates.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { timeZone } from '../../../shared/locale/language.ts';
import { useMessages } from '../../../shared/locale/use-messages.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from '../../../shared/ui/styles/manual-parts.css?inline';
import type { Drawing } from '../text/drawing.ts';
import type { PartText } from './part-text.ts';
import { manualPartsMessages } from './parts.messages.ts';

const AskDialog = containedPart(() => import('./ask-dialog.tsx'), 'AskDialog');

interface Props {
  readonly text: ManualText;
  readonly paper: RefObject<HTMLElement | null>;
  readonly drawing: RefObject<Drawing | null>;
  readonly shown: 'changes' | 'full';
}

const BLOCK = '.manual-text [id]';
const QUOTE_MAX = 1000;

/** Questions and answers at the paragraphs, and the button for asking about one (BEY-15). */
export function Questions({ text, paper, drawing, shown }: Props): ReactNode {
  useStyles(styles);
  const t = useMessages(manualPartsMessages);
  const [questions, setQuestions] = useState<readonly ManualQuestion[]>([]);
  const [asking, setAsking] = useState<HTMLElement | null>(null);
  const { manualId, languageId } = text;
  useEffect(() => {
    const stop = new AbortController();
    call(getManualQuestions, { params: { id: manualId }, signal: stop.signal })
      .then((found) => setQuestions(found))
      .catch(() => {
        // The text can be read without them; they are loaded at the next visit.
      });
    return () => stop.abort();
  }, [manualId]);
  const here = questions.filter((one) => one.languageId === languageId);
  return (
    <>
      <Answers questions={here} text={text} paper={paper} drawing={drawing} shown={shown} t={t} />
      <AskButton paper={paper} onAsk={setAsking} t={t} />
      {asking && (
        <Suspense>
          <AskDialog
            text={text}
            blockId={asking.id}
            quote={(asking.textContent ?? '').trim().slice(0, QUOTE_MAX)}
            onClose={() => setAsking(null)}
            onAsked={(question) => setQuestions((before) => [...before, question])}
            t={t}
          />
        </Suspense>
      )}
    </>
  );
}

/** Renders each question in an element placed after its paragraph. */
function Answers({
  questions,
  text,
  paper,
  drawing,
  shown,
  t,
}: Props & { readonly questions: readonly ManualQuestion[]; readonly t: PartText }): ReactNode {
  const [places, setPlaces] = useState<ReadonlyMap<string, HTMLElement>>(new Map());
  const ids = [...new Set(questions.map(({ blockId }) => blockId))].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or display mode has other blocks
  useEffect(() => {
    const found = new Map<string, HTMLElement>();
    const timer = setTimeout(() => {
      for (const id of ids.split(' ').filter(Boolean)) {
        const block =
          shown === 'full'
            ? drawing.current?.reach(id)
            : paper.current?.querySelector<HTMLElement>(`.changes [id="${CSS.escape(id)}"]`);
        if (!block) continue;
        const place = document.createElement('div');
        // Table rows and list items cannot be followed by a block element.
        (block.closest('table, ul, ol') ?? block).after(place);
        found.set(id, place);
      }
      setPlaces(found);
    }, 50);
    return () => {
      clearTimeout(timer);
      for (const place of found.values()) place.remove();
      setPlaces(new Map());
    };
  }, [ids, shown, text]);
  return [...places].map(([id, place]) =>
    createPortal(
      questions.filter(({ blockId }) => blockId === id).map((one) => <Answer key={one.id} question={one} t={t} />),
      place,
      id,
    ),
  );
}

function Answer({ question, t }: { readonly question: ManualQuestion; readonly t: PartText }): ReactNode {
  const { answeredBy, answeredAt, answer, mine, askedAt, askedBy } = question;
  const day = (instant: string) => formatDay(dayOf(instant, timeZone.value));
  const by = answeredBy ?? askedBy;
  return (
    <aside className="answer">
      {by && <Avatar name={by.name} picture={by.avatar} />}
      <div className="grow">
        {answer !== null && answeredAt !== null && (
          <p className="xs muted">
            {t(mine ? 'answered' : 'answeredAll', { name: by?.name ?? '', date: day(answeredAt) })}
          </p>
        )}
        {answer === null && <p className="xs muted">{t('waiting', { date: day(askedAt) })}</p>}
        <p className="s asked">{question.text}</p>
        {answer !== null && <p className="s">{answer}</p>}
      </div>
    </aside>
  );
}

/** One button for all paragraphs, next to the one under the pointer; arrow keys move it. */
function AskButton({
  paper,
  onAsk,
  t,
}: {
  readonly paper: RefObject<HTMLElement | null>;
  readonly onAsk: (block: HTMLElement) => void;
  readonly t: PartText;
}): ReactNode {
  const [block, setBlock] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const at = usePlace(block, paper);
  useEffect(() => {
    const box = paper.current;
    if (!box) return;
    const point = ({ target }: Event) => {
      const found = (target as HTMLElement).closest<HTMLElement>(BLOCK);
      if (found) setBlock(found);
    };
    box.addEventListener('pointerover', point);
    box.addEventListener('click', point);
    return () => {
      box.removeEventListener('pointerover', point);
      box.removeEventListener('click', point);
    };
  }, [paper]);

  const blocks = () => [...(paper.current?.querySelectorAll<HTMLElement>(BLOCK) ?? [])];
  const begin = () => {
    const box = paper.current?.getBoundingClientRect();
    const isHere = (one: HTMLElement) => {
      const rect = one.getBoundingClientRect();
      return box !== undefined && rect.bottom > Math.max(0, box.top) && rect.top < Math.min(innerHeight, box.bottom);
    };
    if (!block?.isConnected || !isHere(block)) setBlock(blocks().find(isHere) ?? null);
  };
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || !block) return;
    event.preventDefault();
    const all = blocks();
    const next = all[all.indexOf(block) + by];
    if (!next) return;
    setBlock(next);
    next.scrollIntoView({ block: 'nearest' });
  };
  return (
    <button
      ref={button}
      type="button"
      className={`ask ${block ? 'is-there' : ''}`}
      style={at}
      title={t('ask')}
      aria-label={block ? `${t('ask')}: ${(block.textContent ?? '').trim().slice(0, 60)}` : t('ask')}
      aria-description={t('moves')}
      onFocus={begin}
      onKeyDown={move}
      onClick={(event) => {
        event.stopPropagation();
        if (block?.isConnected) onAsk(block);
      }}
    >
      <Icon of={MessageCircleQuestionMark} />
    </button>
  );
}

/** Position of the block in the scrolled content: next to it, or on narrow screens at its end. */
function usePlace(
  block: HTMLElement | null,
  paper: RefObject<HTMLElement | null>,
): { readonly top: number; readonly left: number } {
  const [at, setAt] = useState({ top: 0, left: 0 });
  useEffect(() => {
    const box = paper.current;
    if (!block || !box) return;
    const isNarrow = box.clientWidth < 640;
    const rect = block.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const right = box.querySelector('.manual-text')?.getBoundingClientRect().right ?? rect.right;
    setAt({
      top: (isNarrow ? rect.bottom - 10 : rect.top - 2) - frame.top + box.scrollTop,
      left: (isNarrow ? right - 44 : right + 10) - frame.left,
    });
  }, [block, paper]);
  return at;
}
