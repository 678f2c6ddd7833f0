import { EventEmitter } from 'node:events';
import { type BpmnEngineExecuteOptions, Engine } from 'bpmn-engine';
import pg from 'pg';
import { MODEL } from './model.ts';
import type { Renaming, Statement } from './statements.ts';

interface Waiting {
  readonly id: string;
  signal(message?: unknown): void;
}

/** Always true: evaluating the model's condition is not compared. */
const expressions = { resolveExpression: () => true, isExpression: () => true, hasExpression: () => true };
type EngineOptions = ConstructorParameters<typeof Engine>[0];

/** Returns the state of an instance whose first task is open. */
export async function waitingState(): Promise<string> {
  const engine = new Engine({ source: MODEL, expressions } as unknown as EngineOptions);
  const listener = new EventEmitter();
  await engine.execute({ listener } as BpmnEngineExecuteOptions);
  const state = JSON.stringify(await engine.getState());
  await engine.stop();
  return state;
}

/** Runs one step: loads the state, completes the first task, and returns the new state with the next task open. */
export async function otherStep(state: object): Promise<string> {
  const listener = new EventEmitter();
  const waiting: Waiting[] = [];
  listener.on('activity.wait', (api: Waiting) => waiting.push(api));
  const engine = new Engine({ expressions } as unknown as EngineOptions).recover(
    state as Parameters<Engine['recover']>[0],
  );
  await engine.resume({ listener } as BpmnEngineExecuteOptions);
  waiting.shift()!.signal({ outcome: 'approve' });
  if (waiting[0]?.id !== 'decide') throw new Error('The other engine did not reach the next task.');
  const next = JSON.stringify(await engine.getState());
  await engine.stop();
  return next;
}

/**
 * The recorded transaction of a completion with the other engine's step and state in place of ours; returns completions
 * per second with this many connections, without HTTP.
 */
export async function completeByOther(
  databaseUrl: string,
  {
    statements,
    renaming,
    numbers,
    connections,
  }: { statements: readonly Statement[]; renaming: Renaming; numbers: readonly number[]; connections: number },
): Promise<number> {
  const reads = statements.findIndex(({ text }) => text.includes('AS i_state'));
  const writes = statements.findIndex(({ text }) => /UPDATE process_instance SET state = \$\d/.test(text));
  if (reads < 0 || writes < reads) throw new Error('The recorded completion reads or writes no state.');
  const parameter = Number(/SET state = \$(\d+)/.exec(statements[writes]!.text)![1]) - 1;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const queue = [...numbers];
  const run = async () => {
    const client = await pool.connect();
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      let state = '';
      for (const [index, statement] of statements.entries()) {
        const values = renaming.values(statement, number);
        if (index === writes) values[parameter] = state;
        const { rows } =
          values.length === 0
            ? await client.query(statement.text)
            : await client.query<{ i_state: object }>({ name: `s${index}`, text: statement.text, values });
        if (index === reads) state = await otherStep(rows[0]!.i_state);
      }
    }
    client.release();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, run));
  const seconds = (performance.now() - started) / 1000;
  await pool.end();
  return numbers.length / seconds;
}
