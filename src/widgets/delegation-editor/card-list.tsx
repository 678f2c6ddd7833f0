import type { ReactNode } from 'react';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { formatDay } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import type { Draft } from './delegation-editor.rules.ts';
import type { EditorText } from './delegation-editor-text.ts';

/** A period as the list shows it. */
export interface ListedCard extends Pick<Draft, 'startDate' | 'endDate' | 'comment'> {
  readonly key: string;
  readonly state: Delegation['state'] | 'new';
  /** The other user: the delegate or the delegator. */
  readonly person: UserRef | null;
  readonly isUnsaved: boolean;
}

interface ShowEndedProps {
  readonly checked: boolean;
  readonly onChange: (shows: boolean) => Promise<void>;
  readonly t: EditorText;
}

/** Whether the list also has the periods that are over. */
export function ShowEnded({ checked, onChange, t }: ShowEndedProps): ReactNode {
  return (
    <label className="tick ended">
      <input
        type="checkbox"
        className="check"
        checked={checked}
        onChange={(event) => void onChange(event.target.checked)}
      />
      <span>{t('showEnded')}</span>
    </label>
  );
}

interface Props {
  readonly cards: readonly ListedCard[];
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  readonly t: EditorText;
}

/** Cards of all periods, grouped by state. A click opens a card; a second click closes it. */
export function CardList({ cards, selected, onSelect, t }: Props): ReactNode {
  const groups = (['new', 'running', 'coming', 'ended'] as const)
    .map((state) => ({ state, cards: cards.filter((card) => card.state === state) }))
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
  readonly card: ListedCard;
  readonly open: boolean;
  readonly onSelect: (key: string) => void;
  readonly t: EditorText;
}): ReactNode {
  const { person, startDate, endDate, comment } = card;
  const day = (value: string | null) => (value === null || value === 'unreadable' ? '…' : formatDay(value));
  const hasDays = startDate !== null || endDate !== null;
  return (
    <button
      type="button"
      className="dcard"
      aria-expanded={open}
      data-card={card.key}
      onClick={() => onSelect(card.key)}
    >
      <Avatar name={person?.name ?? '?'} picture={person?.avatar} size={32} />
      <span className="stack grow">
        <span className="row">
          <span className="s strong cut grow">{person?.name ?? t('noDelegate')}</span>
          {card.isUnsaved && <Badge tone="amber">{t('unsaved')}</Badge>}
        </span>
        <span className="xs second cut">
          {hasDays ? t('period', { from: day(startDate), until: day(endDate) }) : t('noDays')}
        </span>
        {comment.trim() && <span className="xs muted cut">{comment}</span>}
      </span>
    </button>
  );
}
