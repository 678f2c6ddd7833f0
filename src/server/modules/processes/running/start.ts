import type { KnownFiles } from '../../../../shared/forms/index.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { findProcess, loadDefinition } from '../definitions/definitions.store.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { Definition, Vars } from '../engine/model.ts';
import { begin, type OpenedTask } from './deliver.ts';
import type { CaseDetails } from './instances.store.ts';
import { mayStart, rejection } from './processes.rules.ts';
import { type AcceptedStart, acceptVariables, startFormOf } from './start-form.ts';

export interface Start {
  readonly key: string;
  readonly variables?: Vars;
  readonly businessKey?: string | null;
  /** Replaces the start form of the model. */
  readonly formId?: string | null;
  /** Initial values of the start form. */
  readonly initial?: Vars;
  /** The caller, to whom starter groups and the start form apply. Without it, the server starts (timers, demo data). */
  readonly by?: CallerSession;
}

export interface Started {
  readonly instanceId: string;
  /** Open tasks of the instance and of those it called. */
  readonly tasks: readonly OpenedTask[];
  readonly ended: boolean;
}

/** A start that passed every check. */
export interface PreparedStart extends AcceptedStart {
  readonly key: string;
  readonly number: number;
  readonly definition: Definition;
}

/** Checks a start and its variables; `files` are those that values may name. */
export async function prepareStart(
  tx: Tx,
  scope: StepScope,
  { key, by, variables = {}, formId, initial }: Start,
  files?: KnownFiles,
): Promise<PreparedStart> {
  const process = await findProcess(tx, key);
  if (process?.active_number == null) throw new AppError('process.not_found');
  const number = process.active_number;
  const definition = (await loadDefinition(tx, scope, key, number))!;
  if (by && !mayStart(definition, by)) throw new AppError('process.not_found');
  if (process.suspended) throw new AppError('process.suspended', { name: process.name });
  const asked = { formId: formId ?? startFormOf(definition, scope), initial };
  const accepted = by ? await acceptVariables(tx, scope, by, asked, variables, files) : { variables, form: null };
  return { ...accepted, key, number, definition };
}

/** Starts an instance; by default the starter is the requester. */
export async function startPrepared(
  tx: Tx,
  scope: StepScope,
  { key, number, definition, variables, form }: PreparedStart,
  details: Partial<Omit<CaseDetails, 'form'>> & { readonly businessKey?: string | null } = {},
): Promise<Started> {
  const { businessKey = null, itemId = null, requesterId = scope.userId, title = '', caseTypeId, recordId } = details;
  const delivered = await begin(tx, scope, {
    key,
    number,
    definition,
    businessKey,
    vars: variables,
    details: { itemId, requesterId, title, form, caseTypeId: caseTypeId ?? null, recordId: recordId ?? null },
  });
  if (delivered.outcome === 'rejected') throw rejection(delivered);
  if (delivered.outcome !== 'done')
    throw new AppError('process.refused', {}, { detail: 'The process has no none start event.' });
  return { instanceId: delivered.instanceId, tasks: delivered.tasks, ended: delivered.ended };
}

/** Starts the active version of a process in the caller's tenant transaction. */
export async function startInstance(tx: Tx, scope: StepScope, start: Start): Promise<Started> {
  return startPrepared(tx, scope, await prepareStart(tx, scope, start), { businessKey: start.businessKey ?? null });
}
