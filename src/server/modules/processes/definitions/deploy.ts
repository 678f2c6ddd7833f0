import { createHash } from 'node:crypto';
import type { ProcessProblemCode } from '../../../../shared/contracts/process-findings.rules.ts';
import type { Deployment, ProcessProblem } from '../../../../shared/contracts/processes.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { compileFeel, FeelError, runFeel } from '../engine/feel.ts';
import type { CompileNote, CompileProblem, Definition, Node } from '../engine/model.ts';
import { armTimer, TimerError, type TimerSub } from '../engine/timers.ts';
import { type CompileResult, calledProcesses, compile } from '../import/definition.ts';
import { addCatalogueItem } from './catalogue-item.store.ts';
import { clockOf, type StepScope } from './scope.ts';
import {
  type EventStart,
  lockProcess,
  readNewestVersion,
  readVersions,
  replaceStarts,
  saveVersion,
} from './versions.store.ts';

export interface DeployOptions {
  /** A process that the file must contain. */
  readonly key?: string;
  readonly note?: string;
  /** Compile and check without storing anything. */
  readonly checkOnly?: boolean;
  /** Deploys `key` alone, not the other processes of the file, and leaves the catalogue as it is. */
  readonly alone?: boolean;
}

/**
 * Deploys all processes of a BPMN 2.0 file in the caller's tenant transaction. Throws an AppError whose `problems` name
 * each element and its line. Content equal to the newest version creates no new version. Start events with a timer,
 * message or signal are active in the newest version only.
 */
export async function deployBpmn(
  tx: Tx,
  scope: StepScope,
  xml: string,
  options: DeployOptions = {},
): Promise<Deployment> {
  return deployCompiled(tx, scope, xml, await compile(xml), options);
}

/** Deploys a file that is already compiled. Requests compile in a worker thread. */
export async function deployCompiled(
  tx: Tx,
  scope: StepScope,
  xml: string,
  compiled: CompileResult,
  options: DeployOptions = {},
): Promise<Deployment> {
  const notes = compiled.notes.map(toProblem);
  if (compiled.problems) {
    const first = compiled.problems[0];
    const unreadable = compiled.problems.every((problem) => problem.list === 'document');
    throw new AppError(
      unreadable ? 'process.unreadable' : 'process.refused',
      unreadable ? { detail: first?.detail ?? '' } : {},
      {
        problems: compiled.problems.map(toProblem),
        notes,
      },
    );
  }
  const definitions = [compiled.definition, ...compiled.others];
  const { key } = options;
  if (key !== undefined && !definitions.some(({ id }) => id === key)) {
    const found = definitions.map(({ id }) => id).join(', ');
    const problem = {
      code: 'process.key' satisfies ProcessProblemCode,
      element: '',
      line: null,
      detail: `The file does not contain process ${key}. It contains ${found}.`,
    };
    throw new AppError('process.refused', {}, { problems: [problem], notes });
  }
  const missing = await missingCalls(tx, definitions);
  if (missing.length > 0) throw new AppError('process.refused', {}, { problems: missing, notes });
  const deployed: Deployment['deployed'] = [];
  for (const definition of options.alone ? definitions.filter(({ id }) => id === key) : definitions) {
    deployed.push(await deployOne(tx, scope, definition, xml, definitions.length > 1, options));
  }
  return { deployed, notes };
}

async function deployOne(
  tx: Tx,
  scope: StepScope,
  definition: Definition,
  xml: string,
  several: boolean,
  options: DeployOptions,
): Promise<Deployment['deployed'][number]> {
  const { id: key, name } = definition;
  // Each process of a file has its own content, so that a change of one does not create versions of the others.
  const content = several ? canonical(definition) : xml;
  const sha256 = createHash('sha256').update(content).digest();
  await lockProcess(tx, key);
  const newest = await readNewestVersion(tx, key, sha256);
  if (newest?.same && newest.active_number === newest.number) {
    return { key, name, number: newest.number, changed: false };
  }
  const number = (newest?.number ?? 0) + 1;
  if (options.checkOnly) return { key, name, number, changed: true };
  const version = { definition, number, xml, sha256, note: options.note ?? null, at: scope.now };
  await saveVersion(tx, version);
  await replaceStarts(tx, version, startsOf(definition, scope));
  if (definition.listed && !options.alone) await addCatalogueItem(tx, key);
  return { key, name, number, changed: true };
}

/** The start events of a process that wait for a message, a signal or a timer. */
function startsOf(definition: Definition, scope: StepScope): EventStart[] {
  return startNodes(definition).flatMap((node): EventStart[] => {
    const { id: nodeId, event } = node;
    if (event?.on === 'message' || event?.on === 'signal') return [{ nodeId, kind: event.on, name: event.name }];
    return event?.on === 'timer' ? [{ nodeId, kind: 'timer', timer: startTimer(node, scope) }] : [];
  });
}

/** The first time of a timer start event. Its expression has no variables, because there is no instance yet. */
function startTimer(node: Node, scope: Pick<StepScope, 'now' | 'timeZone'>): TimerSub {
  const event = node.event as Extract<Node['event'], { on: 'timer' }>;
  const clock = clockOf(scope);
  try {
    const value = event.value.startsWith('=')
      ? runFeel(compileFeel(event.value.slice(1)), () => null, clock)
      : event.value;
    return armTimer(event.timer, String(value), clock.at, clock.zone);
  } catch (error) {
    if (!(error instanceof FeelError || error instanceof TimerError)) throw error;
    const code: ProcessProblemCode = 'event.timer';
    const problem = { code, element: node.id, line: node.line ?? null, detail: error.message };
    throw new AppError('process.refused', {}, { problems: [problem], notes: [] });
  }
}

/** Start events of the process itself, not of its sub-processes. */
function startNodes(definition: Definition): Node[] {
  return Object.values(definition.nodes).filter((node) => node.kind === 'start' && node.scope === definition.root);
}

async function missingCalls(tx: Tx, definitions: readonly Definition[]): Promise<ProcessProblem[]> {
  const calls = definitions.flatMap((definition) =>
    calledProcesses(definition).map((call) => ({ ...call, definition })),
  );
  const own = new Set(definitions.map((definition) => definition.id));
  const wanted = calls.filter((call) => !own.has(call.process) || call.version !== 'latest');
  if (wanted.length === 0) return [];
  const known = await readVersions(
    tx,
    wanted.map((call) => call.process),
  );
  return wanted
    .filter(
      (call) =>
        !known.some(
          (one) => one.process_key === call.process && (call.version === 'latest' || one.number === call.version),
        ),
    )
    .map(({ node, process, version, definition }) => ({
      code: 'call.process' satisfies ProcessProblemCode,
      element: node,
      ...(definition.nodes[node]?.name ? { name: definition.nodes[node].name } : {}),
      line: definition.nodes[node]?.line ?? null,
      detail:
        version === 'latest'
          ? `There is no process ${process}.`
          : `There is no version ${version} of the process ${process}.`,
    }));
}

/** Without line numbers: they move when another process of the file changes. */
function canonical(definition: Definition): string {
  return JSON.stringify(definition, (name, value: unknown) => (name === 'line' ? undefined : value));
}

function toProblem(problem: CompileProblem | CompileNote): ProcessProblem & { list?: string } {
  return {
    code: problem.code,
    element: problem.element,
    ...(problem.name ? { name: problem.name } : {}),
    line: problem.line,
    detail: problem.detail,
    ...('list' in problem ? { list: problem.list } : {}),
  };
}
