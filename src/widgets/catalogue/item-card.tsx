import { SquareArrowOutUpRight, Star, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueEntry } from '../../shared/contracts/catalogue.contract.ts';
import { formatDay } from '../../shared/locale/dates.ts';
import { dayOf } from '../../shared/locale/days.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { pathOf } from '../../shared/ui/process-icons.ts';
import type { CatalogueText } from './catalogue.messages.ts';

interface Props {
  readonly item: CatalogueEntry;
  readonly t: CatalogueText;
  readonly onStart: () => void;
  readonly onStar: () => void;
  readonly onDiscard: () => void;
}

const HOURS_A_DAY = 24;

/** One item: its title starts it, the star marks it, a draft can be continued or discarded. */
export function ItemCard({ item, t, onStart, onStar, onDiscard }: Props): ReactNode {
  const { title, description, address, isFavourite, blocked, draft } = item;
  const usual = usualText(item, t);
  return (
    <li className={`card start-card ${blocked ? 'is-blocked' : ''}`}>
      <span className="start-icon" aria-hidden="true">
        <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
          <path d={pathOf(item.icon ?? undefined)} />
        </svg>
      </span>
      <div className="start-card-text">
        {address === null || address.startsWith('/') ? (
          <button type="button" className="start-link" onClick={onStart} aria-disabled={blocked ? true : undefined}>
            {title}
          </button>
        ) : (
          <a className="start-link" href={address} target="_blank" rel="noreferrer">
            {title}
            <Icon of={SquareArrowOutUpRight} size="s" />
            <span className="sr">{t('newTab')}</span>
          </a>
        )}
        {description && <span className="s second">{description}</span>}
        {usual && <span className="xs muted">{usual}</span>}
        {blocked && <span className="xs tone-amber">{t(blocked)}</span>}
        {draft && (
          <span className="row start-draft">
            <span className="s strong">{t('draft', { date: formatDay(dayOf(draft, timeZone.value)) })}</span>
            <button type="button" className="link s" onClick={onStart} aria-label={`${t('continue')}: ${title}`}>
              {t('continue')}
            </button>
            <IconButton small icon={Trash2} label={t('discard', { title })} onClick={onDiscard} />
          </span>
        )}
      </div>
      <IconButton
        icon={Star}
        className={isFavourite ? 'start-star is-on' : 'start-star'}
        label={t(isFavourite ? 'unstar' : 'star', { title })}
        onClick={onStar}
      />
    </li>
  );
}

function usualText({ usualHours }: CatalogueEntry, t: CatalogueText): string {
  if (usualHours === null) return '';
  if (usualHours < HOURS_A_DAY) return t('usualHours', { count: Math.max(1, usualHours) });
  return t('usualDays', { count: Math.round(usualHours / HOURS_A_DAY) });
}
