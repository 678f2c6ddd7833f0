import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { findProcess, loadDefinition } from '../definitions/definitions.store.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { Vars } from '../engine/model.ts';
import { begin, type OpenedTask } from './deliver.ts';
import { mayStart, rejection } from './processes.rules.ts';
import { acceptVariables } from './start-form.ts';

export interface Start {
  readonly key: string;
  readonly variables?: Vars;
  readonly businessKey?: string | null;
  /** The caller, to whom starter groups and the start form apply. Without it, the server starts (timers, demo data). */
  readonly by?: CallerSession;
}

export interface Started {
  readonly instanceId: string;
  /** Open tasks of the instance and of those it called. */
  readonly tasks: readonly OpenedTask[];
  readonly ended: boolean;
}

/** Starts the active version of a process in the caller's tenant transaction. */
export async function startInstance(tx: Tx, scope: StepScope, start: Start): Promise<Started> {
  const process = await findProcess(tx, start.key);
  if (process?.active_number == null) throw new AppError('process.not_found');
  const number = process.active_number;
  const definition = (await loadDefinition(tx, scope, start.key, number))!;
  if (start.by && !mayStart(definition, start.by)) throw new AppError('process.not_found');
  if (process.suspended) throw new AppError('process.suspended', { name: process.name });
  const variables = start.by
    ? await acceptVariables(tx, scope, start.by, definition, start.variables ?? {})
    : start.variables;
  const delivered = await begin(tx, scope, {
    key: start.key,
    number,
    definition,
    businessKey: start.businessKey ?? null,
    ...(variables ? { vars: variables } : {}),
  });
  if (delivered.outcome === 'rejected') throw rejection(delivered);
  if (delivered.outcome !== 'done')
    throw new AppError('process.refused', {}, { detail: 'The process has no none start event.' });
  return { instanceId: delivered.instanceId, tasks: delivered.tasks, ended: delivered.ended };
}
