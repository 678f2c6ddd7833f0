import type { NewTask } from '../../inbox/index.ts';
import type { Ancestry, HistoryRow, SavedInstance } from './instances.store.ts';

/** A place in an instance: effects about the same place replace each other, the last one holds. */
export interface At {
  readonly instanceId: string;
  readonly token: string;
  readonly nodeId: string;
}

export interface TimerRow extends At {
  readonly fireAt: string;
  readonly left: number | null;
}

export interface SubscriptionRow extends At {
  readonly processKey: string;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key: string;
}

export interface IncidentRow extends At {
  readonly code: string;
  readonly text: string;
}

/** The names under which the work after a commit is queued. An action has its own: it is tried again by its own rules. */
export const ACTION_JOB = 'process.action';
export const EVENT_JOB = 'process.event';

/** Work that follows a commit, carried out by `processes.jobs.ts`. */
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

/** What one transaction is to write: the effects of all its steps, of the instance and of its children, together. */
export class Changes {
  readonly instances: SavedInstance[] = [];
  readonly history: HistoryRow[] = [];
  readonly tasks: NewTask[] = [];
  readonly cancelledTasks: { instanceId: string; token: string }[] = [];
  readonly timers = new Map<string, TimerRow | At>();
  readonly subscriptions = new Map<string, SubscriptionRow | At>();
  readonly incidents = new Map<string, IncidentRow | At>();
  readonly jobs: ProcessJob[] = [];
  /** Whose children the instances started here are. */
  readonly ancestries = new Map<string, Ancestry>();
  /** How many instances there are below a root, with those started here. */
  readonly families = new Map<string, number>();
  /** Children that this transaction has stepped, and cancelled. */
  started = 0;
  cancelled = 0;

  /** A task that the same step opens and cancels was never there. */
  cancelTask(at: At): void {
    const index = this.tasks.findIndex((task) => task.instanceId === at.instanceId && task.token === at.token);
    if (index >= 0) this.tasks.splice(index, 1);
    else this.cancelledTasks.push({ instanceId: at.instanceId, token: at.token });
  }

  /** A child that the same transaction started, taken out again, to be collected anew. */
  takeChild(parentId: string, token: string): SavedInstance | undefined {
    const index = this.instances.findIndex(
      ({ instance, isNew }) => isNew && instance.parentId === parentId && instance.parentToken === token,
    );
    return index < 0 ? undefined : this.instances.splice(index, 1)[0];
  }

  /** Calls of the parent whose children are cancelled after the commit. */
  cancelLater(parentId: string, token: string): void {
    const index = this.jobs.findIndex((job) => job.kind === 'cancelCalls' && job.instanceId === parentId);
    const job = this.jobs[index];
    if (job?.kind === 'cancelCalls') this.jobs[index] = { ...job, tokens: [...job.tokens, token] };
    else this.jobs.push({ kind: 'cancelCalls', instanceId: parentId, tokens: [token] });
  }

  timer(row: TimerRow | At): void {
    replace(this.timers, row, `${row.instanceId}/${row.token}/${row.nodeId}`);
  }

  subscription(row: SubscriptionRow | At): void {
    replace(this.subscriptions, row, `${row.instanceId}/${row.token}/${row.nodeId}`);
  }

  /** At most one open incident per item. */
  incident(row: IncidentRow | At): void {
    replace(this.incidents, row, `${row.instanceId}/${row.token}`);
  }
}

function replace<T>(map: Map<string, T>, row: T, key: string): void {
  map.delete(key);
  map.set(key, row);
}
