import { useSignals } from '@preact/signals-react/runtime';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { TaskStore } from './task-form.store.ts';
import type { TaskText } from './task-text.ts';

interface Props {
  readonly store: TaskStore;
  readonly task: TaskDetail;
  readonly t: TaskText;
}

/** Activities of an ad-hoc sub-process that can be started, and its completion. */
export function Adhoc({ store, task, t }: Props): ReactNode {
  useSignals();
  const widget = useWidget();
  const sending = store.act.value.status === 'sending' ? store.act.value.what : null;
  return task.adhoc.map((offer) => (
    <section className="section" key={`${offer.instanceId}/${offer.nodeId}`} aria-label={offer.name}>
      <h2 className="t3">{offer.name}</h2>
      <div className="row wrap">
        {offer.activities.map((activity) => (
          <Button
            key={activity.nodeId}
            small
            icon={Play}
            busy={sending === activity.nodeId}
            blocked={sending !== null && sending !== activity.nodeId}
            aria-label={t('task.startActivity', { name: activity.name })}
            onClick={async () => {
              const started = await store.activate(offer.instanceId, offer.nodeId, activity.nodeId);
              if (started && widget.ask('verva-task-opened', { taskId: started })) await store.open(started);
              else await store.refresh();
            }}
          >
            {activity.name}
          </Button>
        ))}
        {offer.mayFinish && (
          <Button
            small
            kind="ghost"
            busy={sending === offer.nodeId}
            blocked={sending !== null && sending !== offer.nodeId}
            onClick={async () => {
              if (await store.finish(offer.instanceId, offer.nodeId)) await store.open(task.id);
            }}
          >
            {t('task.finishCase')}
          </Button>
        )}
      </div>
    </section>
  ));
}
