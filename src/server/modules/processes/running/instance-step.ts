import type { Definition, Effect, EventBody, StepResult } from '../engine/model.ts';
import type { ProcessJob } from './changes.ts';
import type { LockedInstance, SavedInstance } from './instances.store.ts';

/** The task whose completion is the event, with the fields that its history row adds. */
interface CompletedTask {
  readonly id: string;
  readonly nodeId: string;
  readonly outcome: string;
  readonly comment?: string;
  readonly via?: string;
}

export interface DeliveryOptions {
  /** Unique in the instance: a second delivery returns the first reply. */
  readonly eventId: string;
  readonly task?: CompletedTask;
  /** Added to the history row of the event. */
  readonly data?: Record<string, unknown>;
  /** Stores the incident of a rejected event. Off where the caller rolls back and reports the rejection itself. */
  readonly keepRejection?: boolean;
}

/** One instance after one event, not stored yet. */
export interface InstanceStep {
  readonly instance: LockedInstance;
  readonly definition: Definition;
  readonly event: EventBody;
  readonly result: StepResult;
  readonly options: DeliveryOptions;
  readonly isNew: boolean;
  /** Set for a new instance that was called by another. */
  readonly rootId?: string;
  /** What became of the calls that this step starts or cancels, by their effect. */
  readonly calls: ReadonlyMap<Effect, CallOutcome>;
}

export type CallOutcome =
  /** The child was stepped in the same transaction. */
  | { readonly kind: 'stepped'; readonly step: InstanceStep }
  /** A job continues with the child; `created` is a new child that has not begun. */
  | { readonly kind: 'queued'; readonly job: ProcessJob; readonly created?: SavedInstance }
  /** There is no running child to cancel. */
  | { readonly kind: 'none' };
