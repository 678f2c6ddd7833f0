import { useSignals } from '@preact/signals-react/runtime';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { MassItem } from '../../shared/contracts/mass-actions.contract.ts';
import { formatTime } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { type Status, StatusShape } from '../../shared/ui/status-shape.tsx';
import type { MassText } from './mass-action-text.ts';
import type { ItemList } from './run.store.ts';

/** Error codes for tasks that another user has completed: nothing is left to do. */
const GONE: ReadonlySet<string> = new Set(['task.already_completed', 'task.cancelled', 'task.held']);
/** Error codes for tasks that the user cannot open. */
const UNSEEN: ReadonlySet<string> = new Set(['task.not_found']);

export const isGone = ({ code }: MassItem) => code !== undefined && GONE.has(code);

interface Props {
  readonly list: ItemList;
  readonly label: string;
  readonly onOpenTask: (taskId: string) => void;
  /** Dry run: nothing was executed, so a successful task has neither a time nor a result text. */
  readonly dry?: boolean;
  readonly t: MassText;
}

/** Result of each task, actual or expected. */
export function ItemTable({ list, label, onOpenTask, dry = false, t }: Props): ReactNode {
  useSignals();
  const now = list.items.value;
  if (now.status === 'loading') return <Skeleton rows={3} label={t('loading')} />;
  if (now.status === 'failed') {
    return (
      <div className="list-foot" role="alert">
        <span className="s second">{problemText(now.error)}</span>
        <Button small onClick={() => void list.load()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (now.items.length === 0) return <p className="card-body s second">{t('show.none')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="mass-scroll" aria-label={label} tabIndex={0}>
        <table className="tbl mass-items">
          <thead>
            <tr>
              <th scope="col" className="key">
                {t('column.businessKey')}
              </th>
              <th scope="col" className="name">
                {t('column.name')}
              </th>
              <th scope="col">{dry ? t('column.why') : t('column.result')}</th>
              <th scope="col" className="act">
                <span className="sr">{t('column.open')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {now.items.map((item) => (
              <tr key={item.taskId}>
                <td className="key">
                  <span className="status">
                    <StatusShape
                      status={shapeOf(item)}
                      label={dry && item.ok ? t('check.pass') : t(`item.${item.state}`)}
                    />
                    <span className="second cut">{item.businessKey}</span>
                  </span>
                </td>
                <td className="name" title={item.name ?? undefined}>
                  {item.name ?? <span className="muted">{t('unseen')}</span>}
                </td>
                <td className="why" title={item.title}>
                  {item.title ?? resultText(item, dry, t)}
                </td>
                <td className="act num">
                  {!item.ok && item.name !== null && !UNSEEN.has(item.code ?? '') && (
                    <Button
                      small
                      icon={ArrowUpRight}
                      aria-label={t('openTask', { task: item.name })}
                      onClick={() => onOpenTask(item.taskId)}
                    >
                      {t('open')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {now.next !== null && (
        <div className="list-foot">
          <Button small onClick={() => void list.loadMore()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function shapeOf(item: MassItem): Status {
  if (item.state === 'done') return 'read';
  if (item.state === 'waiting') return 'open';
  return item.state === 'skipped' || isGone(item) ? 'cancelled' : 'notdue';
}

function resultText(item: MassItem, dry: boolean, t: MassText): string {
  if (dry) return t('check.pass');
  const word = t(`item.${item.state}`);
  return item.at && item.state === 'done' ? `${word}, ${formatTime(item.at)}` : word;
}
