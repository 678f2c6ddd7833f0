import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeftRight, CalendarClock, ChartNoAxesColumn, Ellipsis, UserRoundPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MultiAction } from '../../shared/contracts/all-tasks.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

/** Actions with a dialog. */
export type DialogAction = 'assign' | 'delegate' | 'priority' | 'due';

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  /** Only administrators change tasks of other users. */
  readonly isAdmin: boolean;
  readonly onAsk: (action: DialogAction) => void;
  readonly onAct: (action: MultiAction) => void;
}

/** Actions for the selected tasks, above the end of the list. */
export function BulkBar({ store, t, isAdmin, onAsk, onAct }: Props): ReactNode {
  useSignals();
  const count = store.selected.value.size;
  if (count === 0) return null;
  return (
    <div className="bulk" role="toolbar" aria-label={t('selected.tasks')}>
      <span className="strong" role="status">
        {t('selected', { count })}
      </span>
      <span className="sep" />
      {isAdmin && (
        <>
          <Button icon={UserRoundPlus} onClick={() => onAsk('assign')}>
            {t('act.assign')}
          </Button>
          <Button icon={ChartNoAxesColumn} className="only-wide" onClick={() => onAsk('priority')}>
            {t('act.priority')}
          </Button>
          <Button icon={CalendarClock} className="only-wide" onClick={() => onAsk('due')}>
            {t('act.due')}
          </Button>
        </>
      )}
      <Menu
        label={t('act.more')}
        align="end"
        items={[
          ...(isAdmin
            ? [
                { id: 'delegate', label: t('act.delegate'), icon: ArrowLeftRight, onSelect: () => onAsk('delegate') },
                {
                  id: 'priority',
                  label: t('act.priority'),
                  icon: ChartNoAxesColumn,
                  onSelect: () => onAsk('priority'),
                },
                { id: 'due', label: t('act.due'), icon: CalendarClock, onSelect: () => onAsk('due') },
              ]
            : []),
          { id: 'read', label: t('act.read'), begins: isAdmin, onSelect: () => onAct({ action: 'read' }) },
          { id: 'unread', label: t('act.unread'), onSelect: () => onAct({ action: 'unread' }) },
        ]}
        trigger={(button) => <IconButton {...button} icon={Ellipsis} label={t('act.more')} />}
      />
      <IconButton
        icon={X}
        label={t('selected.clear')}
        onClick={() => store.select([...store.selected.peek().values()], false)}
      />
    </div>
  );
}
