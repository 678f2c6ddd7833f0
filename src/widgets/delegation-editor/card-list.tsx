import type { ReactNode } from 'react';
import { formatDay } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import type { Card } from './cards.ts';
import type { EditorText } from './delegation-editor-text.ts';

interface Props {
  readonly cards: readonly Card[];
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  readonly t: EditorText;
}

/** Cards of all periods, grouped by state. A click opens a card; a second click closes it. */
export function CardList({ cards, selected, onSelect, t }: Props): ReactNode {
  const groups = (['new', 'running', 'coming', 'ended'] as const)
    .map((state) => ({ state, cards: cards.filter((card) => (card.saved?.state ?? 'new') === state) }))
    .filter((group) => group.cards.length > 0);
  return groups.map((group) => (
    <section key={group.state} aria-label={t(`state.${group.state}`)}>
      <h2 className="eyebrow">{t(`state.${group.state}`)}</h2>
      <ul className="stack dcards">
        {group.cards.map((card) => (
          <li key={card.key}>
            <CardButton card={card} open={card.key === selected} onSelect={onSelect} t={t} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function CardButton({
  card,
  open,
  onSelect,
  t,
}: {
  readonly card: Card;
  readonly open: boolean;
  readonly onSelect: (key: string) => void;
  readonly t: EditorText;
}): ReactNode {
  const { draft } = card;
  const day = (value: string | null) => (value === null || value === 'unreadable' ? '…' : formatDay(value));
  const hasDays = draft.startDate !== null || draft.endDate !== null;
  return (
    <button
      type="button"
      className="dcard"
      aria-expanded={open}
      data-card={card.key}
      onClick={() => onSelect(card.key)}
    >
      <Avatar name={draft.delegate?.name ?? '?'} picture={draft.delegate?.avatar} size={32} />
      <span className="stack grow">
        <span className="row">
          <span className="s strong cut grow">{draft.delegate?.name ?? t('nobody')}</span>
          {/* The heading of a new card already says so. */}
          {card.changed && card.saved && <Badge tone="amber">{t('unsaved')}</Badge>}
        </span>
        <span className="xs second cut">
          {hasDays ? t('period', { from: day(draft.startDate), until: day(draft.endDate) }) : t('noDays')}
        </span>
        {draft.comment.trim() && <span className="xs muted cut">{draft.comment}</span>}
      </span>
    </button>
  );
}
