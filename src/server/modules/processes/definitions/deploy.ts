import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Deployment, ProcessProblem } from '../../../../shared/contracts/processes.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { compileFeel, FeelError, runFeel } from '../engine/feel.ts';
import { NEW_FOUR_EYES } from '../engine/four-eyes.rules.ts';
import type { CompileNote, CompileProblem, Definition, Node } from '../engine/model.ts';
import { armTimer, TimerError, type TimerSub } from '../engine/timers.ts';
import { type CompileResult, calledProcesses, compile } from '../import/definition.ts';
import type { StepScope } from '../running/scope.ts';
import { storableInstant } from '../running/timers.store.ts';

export interface DeployOptions {
  /** The process that the file must contain; none: whichever it has. */
  readonly key?: string;
  readonly note?: string;
  /** Compile and check, write nothing. */
  readonly checkOnly?: boolean;
}

/**
 * Deploys every process of a BPMN 2.0 file in the caller's tenant transaction: all of them, or an AppError whose
 * `problems` names each element with its line. The same content as the newest version is that version. Starts by
 * timer, message and signal belong to the newest version only.
 */
export async function deployBpmn(
  tx: Tx,
  scope: StepScope,
  xml: string,
  options: DeployOptions = {},
): Promise<Deployment> {
  return deployCompiled(tx, scope, xml, await compile(xml), options);
}

/** As `deployBpmn`, of a file that was compiled already: in a thread, where a request sent it. */
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
      code: 'process.key',
      element: '',
      line: null,
      detail: `The file has no process ${key}, but ${found}.`,
    };
    throw new AppError('process.refused', {}, { problems: [problem], notes });
  }
  const missing = await missingCalls(tx, definitions);
  if (missing.length > 0) throw new AppError('process.refused', {}, { problems: missing, notes });
  const deployed: Deployment['deployed'] = [];
  for (const definition of definitions) {
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
  const { id: key, name, fourEyes } = definition;
  // A file of several processes gives each its own content, so that a change of one is not a version of the others.
  const content = several ? canonical(definition) : xml;
  const sha256 = createHash('sha256').update(content).digest();
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('process.deploy/' || tenant()::text || '/' || ${key}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ number: number; same: boolean; active_number: number | null }>`
    SELECT v.number, v.sha256 = ${sha256} AS same, p.active_number FROM process p JOIN process_version v ON v.process_key = p.key
    WHERE p.key = ${key} ORDER BY v.number DESC LIMIT 1`.execute(tx);
  const newest = rows[0];
  if (newest?.same && newest.active_number === newest.number)
    return { key, name, number: newest.number, changed: false };
  const number = (newest?.number ?? 0) + 1;
  if (options.checkOnly) return { key, name, number, changed: true };
  await sql`
    INSERT INTO process (key, name, active_number, four_eyes) VALUES (${key}, ${name}, ${number}, ${fourEyes ?? NEW_FOUR_EYES})
    ON CONFLICT (tenant_id, key) DO UPDATE SET name = excluded.name, active_number = excluded.active_number,
      four_eyes = coalesce(${fourEyes ?? null}, process.four_eyes)`.execute(tx);
  await sql`
    INSERT INTO process_version (process_key, number, xml, compiled, sha256, note, deployed_at)
    VALUES (${key}, ${number}, ${xml}, ${json(definition)}::jsonb, ${sha256}, ${options.note ?? null}, ${scope.now})`.execute(
    tx,
  );
  await armStarts(tx, scope, definition, number);
  return { key, name, number, changed: true };
}

/** Starts of the older version go, those of this one come. */
async function armStarts(tx: Tx, scope: StepScope, definition: Definition, number: number): Promise<void> {
  await sql`DELETE FROM process_message_subscription WHERE process_key = ${definition.id} AND instance_id IS NULL`.execute(
    tx,
  );
  await sql`DELETE FROM process_timer WHERE process_key = ${definition.id} AND instance_id IS NULL`.execute(tx);
  for (const node of startNodes(definition)) {
    const event = node.event;
    if (event?.on === 'message' || event?.on === 'signal') {
      await sql`
        INSERT INTO process_message_subscription (node_id, process_key, process_number, kind, name, since)
        VALUES (${node.id}, ${definition.id}, ${number}, ${event.on}, ${event.name}, ${scope.now})`.execute(tx);
    } else if (event?.on === 'timer') {
      const timer = startTimer(node, scope);
      await sql`
        INSERT INTO process_timer (node_id, process_key, process_number, fire_at, every, repeats)
        VALUES (${node.id}, ${definition.id}, ${number}, ${storableInstant(timer.due)}, ${timer.every ?? null}, ${timer.left ?? null})`.execute(
        tx,
      );
    }
  }
}

/** When a timer start fires first. Its expression sees no variables: there is no instance yet. */
function startTimer(node: Node, scope: Pick<StepScope, 'now' | 'timeZone'>): TimerSub {
  const event = node.event as Extract<Node['event'], { on: 'timer' }>;
  const clock = { at: scope.now.toISOString(), zone: scope.timeZone };
  try {
    const value = event.value.startsWith('=')
      ? runFeel(compileFeel(event.value.slice(1)), () => null, clock)
      : event.value;
    return armTimer(event.timer, String(value), clock.at, clock.zone);
  } catch (error) {
    if (!(error instanceof FeelError || error instanceof TimerError)) throw error;
    const problem = { code: 'event.timer', element: node.id, line: node.line ?? null, detail: error.message };
    throw new AppError('process.refused', {}, { problems: [problem], notes: [] });
  }
}

/** Start events at the top of the process. */
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
  const { rows } = await sql<{ process_key: string; number: number }>`
    SELECT process_key, number FROM process_version WHERE process_key = ANY(${wanted.map((call) => call.process)}::text[])`.execute(
    tx,
  );
  return wanted
    .filter(
      (call) =>
        !rows.some(
          (row) => row.process_key === call.process && (call.version === 'latest' || row.number === call.version),
        ),
    )
    .map(({ node, process, version, definition }) => ({
      code: 'call.process',
      element: node,
      ...(definition.nodes[node]?.name ? { name: definition.nodes[node].name } : {}),
      line: definition.nodes[node]?.line ?? null,
      detail:
        version === 'latest'
          ? `There is no process ${process}.`
          : `There is no version ${version} of the process ${process}.`,
    }));
}

/** Lines move when another process of the file changes; they are no content. */
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
