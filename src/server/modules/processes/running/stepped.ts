import type { Definition, EventBody, StepResult } from '../engine/model.ts';
import type { LockedInstance } from './instances.store.ts';

/** The task whose completion is the event, and what its history row says besides. */
interface EndedTask {
  readonly id: string;
  readonly nodeId: string;
  readonly outcome: string;
  readonly comment?: string;
  readonly via?: string;
}

export interface How {
  /** Unique in the instance: a second delivery gets the first answer. */
  readonly eventId: string;
  readonly task?: EndedTask;
  /** Goes into the history row of the event. */
  readonly data?: Record<string, unknown>;
  /** Keep the incident of an event that was refused as a whole. Off where the caller rolls back and answers with the reason. */
  readonly keepRejection?: boolean;
}

export interface Stepped {
  readonly instance: LockedInstance;
  readonly definition: Definition;
  readonly event: EventBody;
  readonly result: StepResult;
  readonly how: How;
  readonly isNew: boolean;
  /** Of a called instance that is new. */
  readonly rootId?: string;
}
