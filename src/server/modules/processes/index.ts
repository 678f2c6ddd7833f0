import type { ServerModule } from '../../platform/context.ts';
import { adhocRoutes } from './api/adhoc.routes.ts';
import { instanceRoutes } from './api/instances.routes.ts';
import { processRoutes } from './api/processes.routes.ts';

/** Processes: definitions, instances, messages. Other modules and scripts may call the exports below. */
export const processes: ServerModule = (app, context) => {
  processRoutes(app, context);
  instanceRoutes(app, context);
  adhocRoutes(app, context);
};

export { scopeOf } from './api/caller.ts';
export { type Decision, readDecisions } from './api/decisions.query.ts';
export { isParticipant, readHistory } from './api/instances.query.ts';
export { outcomeLabel } from './api/outcome-label.ts';
export { compileInThread } from './definitions/compile-in-thread.ts';
export { type ActiveProcess, allProcesses, loadDefinition } from './definitions/definitions.store.ts';
export { deployBpmn, deployCompiled } from './definitions/deploy.ts';
export {
  type NamedTask,
  namedBy,
  namedIn,
  nameIn,
  processTitles,
  type TranslatedStep,
  translatedSteps,
  withKinds,
} from './definitions/labels.query.ts';
export { nodesFrom } from './definitions/nodes-from.ts';
export type { StepScope } from './definitions/scope.ts';
export {
  type ProcessSettings,
  usesOfProcess,
  withdrawProcess,
  writeProcessSettings,
} from './definitions/versions.store.ts';
export { compileFeel, FeelError, isVariableName, runFeel } from './engine/feel.ts';
export { type DecisionRefusal, refusalOf } from './engine/four-eyes.rules.ts';
export type { Definition, EventBody, State, Vars } from './engine/model.ts';
export { type CompileResult, calledProcesses } from './import/definition.ts';
export { adhocPlaces, visibleVars } from './running/adhoc.ts';
export { announceRequests } from './running/announce-requests.store.ts';
export { moveRecord } from './running/case-status.store.ts';
export { reassignDecisionsOfCase } from './running/deciders.ts';
export { deliver } from './running/deliver.ts';
export { type DecisionRow, lockDecisions, readFourEyes, readRequesters } from './running/four-eyes.store.ts';
export { historyRow } from './running/history.ts';
export { recheckTaskIncidents } from './running/incidents.ts';
export { addHistory, type LockedInstance, lockInstance } from './running/instances.store.ts';
export { deliverMessageTo } from './running/messages.ts';
export { handleProcessJobs } from './running/processes.jobs.ts';
export { mayRunAdhoc, mayStart, rejection } from './running/processes.rules.ts';
export { prepareStart, startInstance, startPrepared } from './running/start.ts';
export { startFormOf } from './running/start-form.ts';
export { taskOutcomes } from './running/task-outcomes.ts';
