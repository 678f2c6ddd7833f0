import {
  AlarmClock,
  ArrowUpDown,
  Check,
  CircleDot,
  Clock,
  FileUp,
  Flag,
  Hand,
  type LucideIcon,
  Mail,
  MessageSquare,
  Paperclip,
  PauseCircle,
  Play,
  Plus,
  Save,
  TriangleAlert,
  Undo2,
  UserRound,
  UserRoundCheck,
  UserRoundMinus,
  UserRoundPlus,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { HistoryItem } from '../../shared/contracts/tasks.contract.ts';
import { textOf } from '../../shared/forms/index.ts';
import { formatDayAndTime } from '../../shared/locale/dates.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { PanelText } from './collaboration/texts.ts';
import type { TaskText } from './task-text.ts';

const KINDS = {
  started: Play,
  created: Plus,
  claimed: Hand,
  released: Undo2,
  assigned: UserRound,
  'owner.changed': UserRound,
  saved: Save,
  attached: Paperclip,
  detached: Paperclip,
  completed: Check,
  cancelled: X,
  timer: Clock,
  message: Mail,
  incident: TriangleAlert,
  ended: Flag,
  delegated: UserRoundPlus,
  returned: UserRoundCheck,
  taken_back: Undo2,
  commented: MessageSquare,
  unassigned: UserRoundMinus,
  'candidate.added': UserRoundPlus,
  'candidate.removed': UserRoundMinus,
  'clock.stopped': PauseCircle,
  'clock.started': AlarmClock,
  undone: Undo2,
  refused: TriangleAlert,
  'form.moved': FileUp,
  'priority.changed': ArrowUpDown,
  'due.changed': Clock,
  'followUp.changed': AlarmClock,
} as const satisfies Record<string, LucideIcon>;

const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

/** User actions and their times, latest first. Leaves out gateways and other internal nodes. */
export function TaskHistory({
  items,
  t,
  p,
}: {
  readonly items: readonly HistoryItem[] | null;
  readonly t: TaskText;
  readonly p: PanelText;
}): ReactNode {
  const language = useLanguage();
  if (items === null) return <Skeleton rows={4} label={t('task.loading')} />;
  const shown = items.filter((item) => isKnown(item.kind)).toReversed();
  if (shown.length === 0) return <EmptyState title={t('task.history.empty')} />;
  return (
    <ol className="tl">
      {shown.map((item) => {
        const kind = item.kind as keyof typeof KINDS;
        const who = item.by
          ? item.onBehalfOf
            ? t('task.behalf', { owner: item.onBehalfOf.name, delegate: item.by.name })
            : item.by.name
          : '';
        return (
          <li key={item.id}>
            <span className="node">
              <Icon of={KINDS[kind] ?? CircleDot} size="s" />
            </span>
            <div className="event">
              <span>{actionText(item, kind, t, p)}</span>
              {who && <span className="dot" />}
              {who && <span className="strong">{who}</span>}
              {item.byMail && <span className="dot" />}
              {item.byMail && <span>{t('task.byMail')}</span>}
              {item.client && <span className="dot" />}
              {item.client && <span title={item.client.origin}>{t('task.through', { client: item.client.name })}</span>}
              {item.leaver && <div className="delta">{p('history.leaver', { name: item.leaver.name })}</div>}
              {item.outcome && (
                <div className="delta">
                  {t('task.outcome', { outcome: textOf(item.outcomeLabel, language) || item.outcome })}
                </div>
              )}
              {item.comment && <blockquote>{item.comment}</blockquote>}
            </div>
            <time dateTime={item.at}>{formatDayAndTime(item.at)}</time>
          </li>
        );
      })}
    </ol>
  );
}

/** Text of an action, with the affected user and task. */
function actionText(item: HistoryItem, kind: keyof typeof KINDS, t: TaskText, p: PanelText): string {
  const task = item.node?.name ?? '';
  const name = item.to?.name ?? item.toGroup ?? '';
  const of = (what: string) => (task ? p('history.of', { what, task }) : what);
  switch (kind) {
    case 'assigned':
      return name ? of(p('history.assigned', { name })) : t('task.history.assigned', { task });
    case 'delegated':
    case 'returned':
    case 'unassigned':
    case 'owner.changed':
    case 'candidate.added':
    case 'candidate.removed':
      return of(p(`history.${kind}`, { name }));
    case 'taken_back':
    case 'clock.started':
      return of(p(`history.${kind}`));
    case 'clock.stopped':
      return of(p('history.clock.stopped', { date: item.until ? formatDayAndTime(item.until) : '' }));
    case 'commented':
      return of(p(item.removed ? 'history.commentRemoved' : 'history.commented'));
    default:
      return t(`task.history.${kind}`, { task });
  }
}
