import type { NewTask } from '../../inbox/index.ts';
import type { HistoryRow, SavedInstance } from './instances.store.ts';

/** A token at a node of an instance. Of several changes for the same token and node, the last one applies. */
export interface TokenRef {
  readonly instanceId: string;
  readonly token: string;
  readonly nodeId: string;
}

export interface TimerRow extends TokenRef {
  readonly fireAt: string;
  readonly left: number | null;
}

export interface SubscriptionRow extends TokenRef {
  readonly processKey: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key: string;
}

export interface IncidentRow extends TokenRef {
  readonly code: string;
  readonly text: string;
}

/** Job names of the work after a commit. Actions have their own, because they are retried by other rules. */
export const ACTION_JOB = 'process.action';
export const EVENT_JOB = 'process.event';

/** Work after a commit, done by `processes.jobs.ts`. Queued jobs outlive an upgrade, so kinds and fields keep their names. */
export type ProcessJob =
  | {
      readonly kind: 'action';
      readonly instanceId: string;
      readonly item: number;
      readonly node: string;
      readonly action: string;
      readonly input: Record<string, unknown>;
      readonly try: number;
    }
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly name: string;
      readonly key: string;
      readonly vars: Record<string, unknown>;
    }
  | { readonly kind: 'correlate'; readonly name: string; readonly key: string }
  | { readonly kind: 'broadcast'; readonly id: string; readonly name: string; readonly vars: Record<string, unknown> }
  | {
      readonly kind: 'signal';
      readonly id: string;
      readonly name: string;
      readonly vars: Record<string, unknown>;
      readonly instanceId: string;
    }
  | {
      readonly kind: 'signalStart';
      readonly id: string;
      readonly name: string;
      readonly vars: Record<string, unknown>;
      readonly processKey: string;
      readonly processNumber: number | null;
      readonly nodeId: string;
    }
  | {
      readonly kind: 'callEnded';
      readonly childId: string;
      readonly instanceId: string;
      readonly item: number;
      readonly vars?: Record<string, unknown>;
      readonly error?: { code: string; text?: string };
      readonly refused?: { code: string; text: string };
    }
  | {
      readonly kind: 'turns';
      readonly id: string;
      readonly instanceId: string;
      readonly item: number;
      readonly next: number;
    }
  | { readonly kind: 'begin'; readonly instanceId: string }
  | { readonly kind: 'cancelCalls'; readonly instanceId: string; readonly tokens: readonly string[] };

/**
 * The rows that one transaction writes: the effects of all steps, of the instance and of the instances it called. A bare
 * `TokenRef` deletes the timer or subscription, or closes the incident.
 */
export class Changes {
  /** By instance: when an instance is stepped twice, its last state applies. */
  readonly instances = new Map<string, SavedInstance>();
  readonly history: HistoryRow[] = [];
  readonly tasks: NewTask[] = [];
  readonly cancelledTasks: { instanceId: string; token: string }[] = [];
  readonly timers = new Map<string, TimerRow | TokenRef>();
  readonly subscriptions = new Map<string, SubscriptionRow | TokenRef>();
  readonly incidents = new Map<string, IncidentRow | TokenRef>();
  readonly jobs: ProcessJob[] = [];

  addInstance(saved: SavedInstance): void {
    replace(this.instances, saved, saved.instance.id);
  }

  /** A task that the same transaction opened and cancels is not written at all. */
  cancelTask(ref: TokenRef): void {
    const index = this.tasks.findIndex((task) => task.instanceId === ref.instanceId && task.token === ref.token);
    if (index >= 0) this.tasks.splice(index, 1);
    else this.cancelledTasks.push({ instanceId: ref.instanceId, token: ref.token });
  }

  /** Calls of the same parent whose children are cancelled later share one job. */
  addJob(job: ProcessJob): void {
    const index = this.jobs.findIndex(
      (one) => one.kind === 'cancelCalls' && job.kind === 'cancelCalls' && one.instanceId === job.instanceId,
    );
    const earlier = this.jobs[index];
    if (earlier?.kind === 'cancelCalls' && job.kind === 'cancelCalls') {
      this.jobs[index] = { ...earlier, tokens: [...earlier.tokens, ...job.tokens] };
    } else {
      this.jobs.push(job);
    }
  }

  setTimer(row: TimerRow | TokenRef): void {
    replace(this.timers, row, `${row.instanceId}/${row.token}/${row.nodeId}`);
  }

  setSubscription(row: SubscriptionRow | TokenRef): void {
    replace(this.subscriptions, row, `${row.instanceId}/${row.token}/${row.nodeId}`);
  }

  /** At most one open incident per item. */
  setIncident(row: IncidentRow | TokenRef): void {
    replace(this.incidents, row, `${row.instanceId}/${row.token}`);
  }
}

function replace<T>(map: Map<string, T>, row: T, key: string): void {
  map.delete(key);
  map.set(key, row);
}
