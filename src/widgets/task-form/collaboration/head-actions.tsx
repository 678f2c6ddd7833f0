import { useSignals } from '@preact/signals-react/runtime';
import { AlarmClock, CircleHelp, Ellipsis, Hand, Printer, Undo2, UserRoundPlus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskAction, TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { formatNearDay, timeZone } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import type { ActState } from '../task-form.store.ts';
import type { TaskText } from '../task-text.ts';
import type { CollaborationStore } from './collaboration.store.ts';
import { type Preset, presetsFor } from './snooze.presets.ts';
import type { HeadText } from './texts.ts';

export type OpenDialog = 'assign' | 'delegate' | 'return' | 'snooze' | 'why';

interface Props {
  readonly task: TaskDetail;
  readonly collaboration: CollaborationStore;
  readonly act: ActState;
  readonly t: TaskText;
  readonly h: HeadText;
  readonly onAct: (action: TaskAction) => Promise<void>;
  readonly onAsk: (what: OpenDialog) => void;
  readonly onSnooze: (until: Date) => void;
  readonly onWake: () => void;
  readonly onTakeBack: () => void;
}

/** Actions on a task other than completing it: likely ones as buttons, the rest in a menu. */
export function HeadActions({
  task,
  collaboration,
  act,
  t,
  h,
  onAct,
  onAsk,
  onSnooze,
  onWake,
  onTakeBack,
}: Props): ReactNode {
  useSignals();
  const sending = act.status === 'sending' ? act.what : collaboration.sending.value;
  const busy = sending !== null;
  const isOpen = task.status === 'open';
  // The delegate returns it with a note; the owner takes it back.
  const canTakeBack = task.mayReturn && !task.mayEdit;
  const returns = { icon: Undo2, label: canTakeBack ? h('takeBack') : h('giveBack') };
  const onReturn = canTakeBack ? onTakeBack : () => onAsk('return');
  const items = [
    ...(task.mayDelegate
      ? [{ id: 'delegate', label: h('delegate'), icon: UserRoundPlus, onSelect: () => onAsk('delegate') }]
      : []),
    ...(task.mayRelease
      ? [{ id: 'release', label: t('task.release'), icon: Undo2, onSelect: () => void onAct({ action: 'release' }) }]
      : []),
    ...(task.mayReturn ? [{ id: 'return', ...returns, onSelect: onReturn }] : []),
    ...(task.mayAssign
      ? [{ id: 'assign', label: h('assign'), icon: UsersRound, onSelect: () => onAsk('assign') }]
      : []),
    // The menu has to be removed from the page first.
    {
      id: 'print',
      label: h('print'),
      icon: Printer,
      begins: true,
      onSelect: () => requestAnimationFrame(() => print()),
    },
    { id: 'why', label: h('why'), icon: CircleHelp, onSelect: () => onAsk('why') },
  ];
  return (
    <div className="head-actions">
      {task.mayDelegate && (
        <Button
          kind="ghost"
          small
          className="only-desktop"
          icon={UserRoundPlus}
          blocked={busy}
          onClick={() => onAsk('delegate')}
        >
          {h('delegate')}
        </Button>
      )}
      {task.mayClaim && (
        <Button
          kind="ghost"
          small
          icon={Hand}
          busy={sending === 'claim'}
          blocked={busy}
          onClick={() => void onAct({ action: 'claim' })}
        >
          {t('task.claim')}
        </Button>
      )}
      {task.mayRelease && (
        <Button
          kind="ghost"
          small
          className="only-desktop"
          icon={Undo2}
          busy={sending === 'release'}
          blocked={busy}
          onClick={() => void onAct({ action: 'release' })}
        >
          {t('task.release')}
        </Button>
      )}
      {task.mayReturn && (
        <Button
          kind="ghost"
          small
          className="only-desktop"
          icon={Undo2}
          busy={sending === 'return'}
          blocked={busy}
          onClick={onReturn}
        >
          {returns.label}
        </Button>
      )}
      {isOpen && maySleep(task) && (
        <Menu
          label={h('remind')}
          align="end"
          items={[
            ...(task.snoozedUntil ? [{ id: 'wake', label: h('wake'), onSelect: onWake }] : []),
            ...(task.mayEdit ? presets(task) : []).map((preset) => ({
              id: preset.until.toISOString(),
              label: presetText(preset, h),
              onSelect: () => onSnooze(preset.until),
            })),
            ...(task.clock && !task.snoozedUntil && task.mayStopClock
              ? [{ id: 'start', label: h('startClock'), onSelect: onWake }]
              : []),
            { id: 'other', label: h('otherTime'), onSelect: () => onAsk('snooze') },
          ]}
          trigger={(button) => (
            <IconButton
              {...button}
              icon={AlarmClock}
              small
              busy={sending === 'snooze'}
              blocked={busy}
              label={h('remind')}
            />
          )}
        />
      )}
      <Menu
        label={h('more')}
        align="end"
        items={items}
        trigger={(button) => <IconButton {...button} icon={Ellipsis} small label={h('more')} />}
      />
    </div>
  );
}

function maySleep(task: TaskDetail): boolean {
  return task.snoozedUntil !== null || task.mayEdit || task.mayStopClock;
}

const presets = (task: TaskDetail) => presetsFor(new Date(), timeZone.value, task.due);

function presetText({ id, day, time }: Preset, h: HeadText): string {
  return h(id, { time, date: formatNearDay(day) });
}
