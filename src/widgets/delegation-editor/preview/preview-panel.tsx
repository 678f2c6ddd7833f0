import { CircleAlert, Lock, type LucideIcon, TriangleAlert, Users } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { DelegationConflict, DelegationPreview } from '../../../shared/contracts/delegations.contract.ts';
import type { Task } from '../../../shared/contracts/tasks.contract.ts';
import {
  daysBetween,
  formatDay,
  type Messages,
  type Translate,
  today,
  useLanguage,
  useMessages,
} from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { StatusShape } from '../../../shared/ui/status-shape.tsx';
import type { PreviewState } from '../card-effects.store.ts';
import { type Draft, isWhole, type WholeDraft } from '../delegation-editor.rules.ts';
import type { DelegationEditorStore } from '../delegation-editor.store.ts';
import { daysText } from './days-text.ts';
import { previewMessages } from './preview.messages.ts';
import { coverOf, frameOf } from './timeline.rules.ts';
import { Timeline } from './timeline.tsx';

type PreviewText = typeof previewMessages extends Messages<infer Key> ? Translate<Key> : never;

/** Texts that speak to the delegator, or name the delegator to an administrator. */
type Addressed =
  | 'nothing'
  | 'back'
  | 'notVisible'
  | 'confidential'
  | 'gapMore'
  | 'fourEyes'
  | `conflict.${'chain' | 'cycle'}`;
type Address = (key: Addressed, values?: Readonly<Record<string, string | number>>) => string;

/** What the points of a preview can do. */
export interface PreviewActions {
  readonly cover: DelegationEditorStore['cover'];
  readonly openTask: (taskId: string) => void;
  readonly showIncoming: () => void;
  /** Lets the delegate act for the delegator, instead of only naming the delegate. */
  readonly coverInVerva: () => void;
  readonly chooseDelegate: () => void;
  /** Opens the delegation that overlaps. */
  readonly openOverlap: (conflict: DelegationConflict) => void;
}

interface Props {
  readonly state: PreviewState;
  readonly draft: Draft;
  /** Name of the delegator. */
  readonly owner: string;
  /** Whether the delegator is the user. */
  readonly isOwn: boolean;
  readonly actions: PreviewActions;
}

/** BEY-01: effects of saving, shown beforehand, each with an action. Warnings do not prevent saving. */
export function PreviewPanel({ state, draft, owner, isOwn, actions }: Props): ReactNode {
  const t = useMessages(previewMessages);
  const address: Address = (key, values) => (isOwn ? t(key, values) : t(`of.${key}`, { ...values, owner }));
  const shown = state.status === 'ready' ? state.preview : state.status === 'loading' ? state.before : null;
  return (
    <section className="effects-panel stack" aria-label={t('title')} aria-busy={state.status === 'loading'}>
      <h3 className="t3">{t('title')}</h3>
      {shown && isWhole(draft) && draft.startDate <= draft.endDate && (
        <PeriodTimeline preview={shown} draft={draft} owner={owner} />
      )}
      <div role="status">
        {shown ? (
          <Effects preview={shown} draft={draft} actions={actions} t={t} address={address} />
        ) : (
          <p className="s second">
            {state.status === 'loading' && t('loading')}
            {state.status === 'failed' && t('failed')}
            {state.status === 'none' && t('blank')}
          </p>
        )}
      </div>
    </section>
  );
}

function PeriodTimeline({
  preview,
  draft,
  owner,
}: {
  readonly preview: DelegationPreview;
  readonly draft: WholeDraft;
  readonly owner: string;
}): ReactNode {
  const { delegate, startDate, endDate, replaceVerva } = draft;
  const period = { startDate, endDate };
  // Gaps of the dates before, while the preview of the new ones is loading.
  const gaps = preview.gaps.filter((gap) => gap.startDate >= startDate && gap.endDate <= endDate);
  const rows = [
    { key: 'owner', name: owner, bars: [{ kind: 'away' as const, ...period }] },
    {
      key: 'delegate',
      name: delegate.name,
      avatar: delegate.avatar,
      bars: replaceVerva ? coverOf(period, gaps) : [{ kind: 'gap' as const, ...period }],
    },
  ];
  return <Timeline frame={frameOf(period)} groups={[{ rows }]} />;
}

function Effects({
  preview,
  draft,
  actions,
  t,
  address,
}: {
  readonly preview: DelegationPreview;
  readonly draft: Draft;
  readonly actions: PreviewActions;
  readonly t: PreviewText;
  readonly address: Address;
}): ReactNode {
  const { moves, tasks, notVisible, confidentialStay, conflicts, stays, gaps, alternative } = preview;
  const language = useLanguage();
  const delegate = draft.delegate?.name ?? '';
  const isLater = isWhole(draft) && draft.startDate > today();
  const list = { actions, t };
  return (
    <ul className="effects">
      <Point
        mark={<StatusShape status={draft.replaceVerva && moves > 0 ? 'read' : 'cancelled'} />}
        text={
          !draft.replaceVerva
            ? address('nothing')
            : isLater
              ? t('movesOn', { count: moves, delegate, day: formatDay(draft.startDate) })
              : t('moves', { count: moves, delegate })
        }
        more={draft.replaceVerva && address('back')}
        tasks={{ list: tasks, total: moves, ...list }}
        action={
          !draft.replaceVerva && (
            <Button small onClick={actions.coverInVerva}>
              {t('coverInVerva')}
            </Button>
          )
        }
      />
      {gaps.map((gap) => (
        <Point
          key={gap.startDate}
          mark={<Mark of={TriangleAlert} tone="amber" t={t} />}
          text={t('gap', {
            count: daysBetween(gap.startDate, gap.endDate) + 1,
            days: daysText(gap, language),
            delegate,
          })}
          more={[
            ...conflicts
              .filter(({ code, params }) => code === 'delegate_absent' && isWithin(params, gap))
              .map(({ params }) => address('gapMore', { name: String(params.name), delegate })),
            ...(alternative ? [t('free', { name: alternative.name })] : []),
          ].join(' ')}
          action={
            <Button small onClick={() => actions.cover(gap, alternative)}>
              {alternative ? t('cover', { name: alternative.name }) : t('chooseCover')}
            </Button>
          }
        />
      ))}
      {conflicts.map((conflict) => (
        <Conflict
          key={`${conflict.code} ${JSON.stringify(conflict.params)}`}
          conflict={conflict}
          stays={stays.fourEyes}
          delegate={delegate}
          actions={actions}
          t={t}
          address={address}
        />
      ))}
      {notVisible > 0 && (
        <Point
          mark={<Mark of={Users} />}
          text={address('notVisible', { count: notVisible })}
          tasks={{ list: stays.groups, total: notVisible, ...list }}
        />
      )}
      {confidentialStay > 0 && (
        <Point
          mark={<Mark of={Lock} />}
          text={address('confidential', { count: confidentialStay })}
          tasks={{ list: stays.confidential, total: confidentialStay, ...list }}
        />
      )}
    </ul>
  );
}

function Conflict({
  conflict,
  stays,
  delegate,
  actions,
  t,
  address,
}: {
  readonly conflict: DelegationConflict;
  readonly stays: readonly Task[];
  readonly delegate: string;
  readonly actions: PreviewActions;
  readonly t: PreviewText;
  readonly address: Address;
}): ReactNode {
  const { code, params } = conflict;
  const amber = <Mark of={TriangleAlert} tone="amber" t={t} />;
  const named = () => ({
    name: String(params.name),
    from: formatDay(String(params.from)),
    until: formatDay(String(params.until)),
  });
  switch (code) {
    // Shown as a gap.
    case 'delegate_absent':
      return null;
    case 'own_request': {
      const count = Number(params.count);
      const tasks = { list: stays, total: count, actions, t };
      return <Point mark={amber} text={address('fourEyes', { count, delegate })} tasks={tasks} />;
    }
    case 'overlap':
      return (
        <Point
          mark={<Mark of={CircleAlert} tone="red" t={t} />}
          text={t('conflict.overlap', named())}
          action={
            <Button small onClick={() => actions.openOverlap(conflict)}>
              {t('openOther')}
            </Button>
          }
        />
      );
    case 'chain':
      return (
        <Point
          mark={amber}
          text={address('conflict.chain', named())}
          action={
            <Button small onClick={actions.showIncoming}>
              {t('showThose')}
            </Button>
          }
        />
      );
    case 'cycle':
      return (
        <Point
          mark={amber}
          text={address('conflict.cycle', named())}
          action={
            <Button small onClick={actions.chooseDelegate}>
              {t('chooseOther')}
            </Button>
          }
        />
      );
  }
}

interface PointProps {
  readonly mark: ReactNode;
  readonly text: string;
  readonly more?: string | false;
  /** Tasks of this point, shown on request. */
  readonly tasks?: {
    readonly list: readonly Task[];
    readonly total: number;
    readonly actions: PreviewActions;
    readonly t: PreviewText;
  };
  readonly action?: ReactNode;
}

function Point({ mark, text, more, tasks, action }: PointProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const hasTasks = tasks !== undefined && tasks.list.length > 0;
  return (
    <li>
      {mark}
      <span className="stack grow">
        <span>{text}</span>
        {more && <span className="xs muted">{more}</span>}
        {hasTasks && isOpen && <TaskList id={list} {...tasks} />}
      </span>
      {hasTasks && (
        <Button small aria-expanded={isOpen} aria-controls={isOpen ? list : undefined} onClick={() => setOpen(!isOpen)}>
          {isOpen ? tasks.t('hide') : tasks.t('show', { count: tasks.total })}
        </Button>
      )}
      {action}
    </li>
  );
}

function TaskList({
  id,
  list,
  total,
  actions,
  t,
}: NonNullable<PointProps['tasks']> & { readonly id: string }): ReactNode {
  return (
    <ol className="moving" id={id}>
      {list.map((task) => (
        <li key={task.id}>
          <button type="button" className="link cut" title={task.name} onClick={() => actions.openTask(task.id)}>
            {task.name}
          </button>
          <span className="xs muted">{[task.businessKey, task.process?.name].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
      {total > list.length && <li className="xs muted">{t('more', { count: total - list.length })}</li>}
    </ol>
  );
}

/** An icon before a point; one with a tone is a warning. */
function Mark({
  of,
  tone,
  t,
}: {
  readonly of: LucideIcon;
  readonly tone?: 'amber' | 'red';
  readonly t?: PreviewText;
}): ReactNode {
  return (
    <span className={tone ? `tone-${tone}` : 'muted'}>
      <Icon of={of} />
      {t && <span className="sr">{t('warning')} </span>}
    </span>
  );
}

const isWithin = (
  params: DelegationConflict['params'],
  gap: { readonly startDate: string; readonly endDate: string },
) => String(params.from) <= gap.startDate && String(params.until) >= gap.endDate;
