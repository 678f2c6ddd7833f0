import type { Request } from '../../shared/contracts/requests.contract.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { dayOf, formatNearDay, formatShortDay, timeZone } from '../../shared/locale/index.ts';
import type { Status } from '../../shared/ui/status-shape.tsx';
import type { RequestsText } from './requests-text.ts';

type Holder = Request['holders'][number];

/** Returns a day near today in words. */
export const nearDay = (instant: string): string => formatNearDay(dayOf(instant, timeZone.value));

/** Returns a day inside of a sentence. */
export const dayText = (instant: string): string => formatShortDay(dayOf(instant, timeZone.value));

/** Returns a text in the language of the page, otherwise in English or any. */
export function textIn(texts: Texts | null, language: string): string {
  return texts ? (texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '') : '';
}

/** Who has a task; null if the process does not show it. */
export function nameOf({ person, groups }: Holder): string | null {
  return person?.name ?? (groups.length > 0 ? groups.join(', ') : null);
}

const isLate = ({ due }: Holder): boolean => due !== null && Date.parse(due) < Date.now();

export function shapeOf({ state, holders }: Request): Status {
  switch (state) {
    case 'needsYou':
      return 'open';
    case 'waiting':
      return holders.some(isLate) ? 'overdue' : 'notdue';
    case 'working':
      return 'active';
    case 'delayed':
      return 'overdue';
    case 'finished':
      return 'read';
    case 'failed':
      return 'inactive';
    default:
      return 'cancelled';
  }
}

/** The state of a request in one sentence. */
export function headlineOf(request: Request, t: RequestsText, language: string): string {
  const { state, holders, ended, outcome } = request;
  const date = ended ? dayText(ended) : '';
  switch (state) {
    case 'needsYou':
      return t('headline.needsYou', { stage: holders.find(({ taskId }) => taskId !== null)?.stage ?? '' });
    case 'waiting':
      return waitingFor(holders, t);
    case 'finished': {
      const label = textIn(outcome?.label ?? null, language);
      return label ? t('headline.outcome', { outcome: label, date }) : t('headline.finished', { date });
    }
    case 'withdrawn':
      return ended ? t('headline.withdrawn', { date }) : t('headline.withdrawing');
    case 'cancelled':
      return t('headline.cancelled', { date });
    case 'failed':
      return t('headline.failed', { date });
    case 'delayed':
      return t('headline.delayed');
    default:
      return t('headline.working');
  }
}

function waitingFor(holders: Request['holders'], t: RequestsText): string {
  const [first] = holders;
  if (!first) return t('headline.working');
  const name = nameOf(first);
  const since = first.since ? dayText(first.since) : null;
  const more = holders.length - 1;
  if (more > 0) return t('headline.several', { name: name ?? first.stage, count: more });
  if (name === null) return t('headline.stage', { stage: first.stage });
  return since ? t('headline.waiting', { name, date: since }) : t('headline.waitingFor', { name });
}

/** The second line of a row. */
export function metaOf(request: Request, t: RequestsText, language: string): string {
  const { number, relation, requester } = request;
  const text = number ? `${number} · ${shortOf(request, t, language)}` : shortOf(request, t, language);
  return relation === 'team' ? t('row.of', { name: requester.name, text }) : text;
}

function shortOf(request: Request, t: RequestsText, language: string): string {
  const [first] = request.holders;
  if (request.state !== 'waiting' || !first || request.holders.length > 1) return headlineOf(request, t, language);
  const name = nameOf(first);
  return name === null ? t('headline.stage', { stage: first.stage }) : t('row.with', { name, stage: first.stage });
}
