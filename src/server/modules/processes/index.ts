import type { ServerModule } from '../../platform/context.ts';
import { routes } from './processes.routes.ts';

/** Processes: definitions, instances, messages. What other modules and scripts may call stands below. */
export const processes: ServerModule = (app, context) => {
  routes(app, context);
};

export { adhocPlaces, visibleVars } from './adhoc.ts';
export { assertUuid, type Caller, scopeOf } from './caller.ts';
export { type Decision, readDecisions } from './decisions.query.ts';
export { loadDefinition } from './definitions.store.ts';
export { deliver, todayIn } from './deliver.ts';
export { deployBpmn } from './deploy.ts';
export { row as historyRow } from './effects.ts';
export { type DecisionRefusal, refusalOf } from './four-eyes.rules.ts';
export { lockDecisions, readFourEyes } from './four-eyes.store.ts';
export { settleDeciders, settleNames } from './incidents.ts';
export { isParticipant, readHistory } from './instances.query.ts';
export { addHistory, type LockedInstance, lockInstance } from './instances.store.ts';
export type { Definition, EventBody, State, Vars } from './model.ts';
export { handleProcessJobs } from './processes.jobs.ts';
export { mayDriveAdhoc, rejection } from './processes.rules.ts';
export type { StepScope } from './scope.ts';
export { startInstance } from './start.ts';
export { taskOutcomes } from './task-outcomes.ts';
