import { useSignals } from '@preact/signals-react/runtime';
import {
  ArrowLeftRight,
  CalendarClock,
  ChartNoAxesColumn,
  CheckCheck,
  Download,
  Ellipsis,
  type LucideIcon,
  MailOpen,
  UserRoundPlus,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { shownSession } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { type BulkAction, reasonAgainst } from './offers.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  readonly isAdmin: boolean;
  readonly onAct: (action: BulkAction) => void;
}

const ICONS: Readonly<Record<BulkAction, LucideIcon | undefined>> = {
  complete: CheckCheck,
  assign: UserRoundPlus,
  delegate: ArrowLeftRight,
  due: CalendarClock,
  priority: ChartNoAxesColumn,
  export: Download,
  read: MailOpen,
  unread: undefined,
};
/** Buttons of a wide element; the others are in the menu. */
const BUTTONS = ['complete', 'assign', 'delegate', 'export'] as const;
const MENU: readonly BulkAction[] = ['assign', 'delegate', 'due', 'priority', 'export', 'read', 'unread'];

/** Actions for the selected tasks, above the end of the list. One that is not available says why. */
export function BulkBar({ store, t, isAdmin, onAct }: Props): ReactNode {
  useSignals();
  const tasks = [...store.selected.value.values()];
  const viewer = { key: shownSession.value?.user.key ?? '', isAdmin };
  const offer = (action: BulkAction) => {
    const reason = reasonAgainst(action, tasks, viewer);
    const text = reason ? t(`why.${reason}`) : undefined;
    return { label: t(`act.${action}`), why: text, run: () => (text ? void showSnack(text) : onAct(action)) };
  };
  return (
    <div className="bulk" role="toolbar" aria-label={t('selected.tasks')}>
      <span className="strong" role="status">
        {t('selected', { count: tasks.length })}
      </span>
      <span className="sep" />
      {BUTTONS.map((action) => {
        const { label, why, run } = offer(action);
        return (
          <Button
            key={action}
            icon={ICONS[action]!}
            kind={action === 'complete' ? 'primary' : 'default'}
            className={action === 'complete' ? '' : 'only-wide'}
            aria-disabled={why !== undefined}
            aria-description={why}
            title={why}
            onClick={run}
          >
            {label}
          </Button>
        );
      })}
      <Menu
        label={t('act.more')}
        align="end"
        items={MENU.map((action) => {
          const { label, why, run } = offer(action);
          const icon = ICONS[action];
          return {
            id: action,
            label: why ? t('act.blocked', { action: label, why }) : label,
            blocked: why !== undefined,
            begins: action === 'export',
            ...(icon ? { icon } : {}),
            onSelect: run,
          };
        })}
        trigger={(button) => <IconButton {...button} icon={Ellipsis} label={t('act.more')} />}
      />
      <IconButton icon={X} label={t('selected.clear')} onClick={store.selectNone} />
    </div>
  );
}
