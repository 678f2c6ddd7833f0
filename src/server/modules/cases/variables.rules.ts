import { type FormBody, type FormNode, isLayout } from '../../../shared/forms/index.ts';
import { compileFeel, type Definition, FeelError } from '../processes/index.ts';

type Node = Definition['nodes'][string];

/** Variables that the start, tasks and loops set by themselves. */
const ALWAYS = ['requester', 'record', 'outcome', 'outcomes', 'loopCounter'];

/** The keys of a form outside its tables: each becomes a variable. */
export function keysOf({ root }: FormBody): string[] {
  const keysIn = (node: FormNode): string[] => {
    if (isLayout(node)) return node.children.flatMap(keysIn);
    return 'key' in node ? [node.key] : [];
  };
  return keysIn(root);
}

/**
 * Returns the variables that a process reads and nothing sets: neither `known`, the keys of the start form and the default
 * values, nor the form or result of a step. None if a step can set any variable: a message, or an action or a called
 * process without declared outputs.
 */
export function missingVariables(
  definition: Definition,
  known: readonly string[],
  keysOfForm: (formId: string) => readonly string[] | null,
): string[] {
  const nodes = Object.values(definition.nodes);
  const set = new Set([...ALWAYS, ...known]);
  for (const node of nodes) {
    const written = writtenBy(node, keysOfForm);
    if (written === 'any') return [];
    for (const name of written) set.add(name);
  }
  const read = new Set([
    ...nodes.flatMap(readBy),
    ...Object.values(definition.flows).flatMap(({ cond }) => (cond === undefined ? [] : namesIn(cond))),
  ]);
  return [...read].filter((name) => !set.has(name)).sort();
}

function writtenBy(node: Node, keysOfForm: (formId: string) => readonly string[] | null): readonly string[] | 'any' {
  const { task, action, call, script, event, loop } = node;
  const written: string[] = [];
  if (task?.form !== undefined) {
    const keys = keysOfForm(task.form);
    if (keys === null) return 'any';
    written.push(...keys);
  }
  if (event?.on === 'message' && node.kind !== 'throw' && node.kind !== 'end') return 'any';
  for (const result of [action, call]) {
    if (!result) continue;
    const named = 'result' in result && result.result !== undefined ? [result.result] : [];
    if (!result.outputs && named.length === 0) return 'any';
    written.push(...named, ...(result.outputs ?? []).map(({ name }) => name));
  }
  if (script?.result !== undefined) written.push(script.result);
  if (loop && loop.kind !== 'standard')
    written.push(...[loop.element, loop.outputCollection].filter((name) => name !== undefined));
  return written;
}

/** Values that a node reads before it has a result of its own. */
function readBy({ task, action, call, script, event, loop, adhoc }: Node): string[] {
  const inputs = [...(action?.inputs ?? []), ...(call?.inputs ?? [])].map(({ value }) => value);
  const values = [
    ...[task?.name, task?.assignee, task?.users, task?.groups, task?.form, task?.due, task?.followUp, task?.priority],
    ...[event?.on === 'timer' ? event.value : undefined, adhoc?.groups],
    ...inputs,
  ].filter((value) => value?.startsWith('='));
  const expressions = [
    ...values.map((value) => value!.slice(1)),
    ...[script?.text, event?.on === 'message' ? event.key : undefined],
    ...(loop?.kind === 'standard' ? [loop.while] : [loop?.collection, loop?.cardinality]),
  ];
  return expressions.flatMap((expression) => (expression === undefined ? [] : namesIn(expression)));
}

/** The variables of an expression; none of one with names of its own, such as a loop. */
function namesIn(expression: string): readonly string[] {
  try {
    const { tree, names } = compileFeel(expression);
    return binds(tree) ? [] : names;
  } catch (error) {
    if (error instanceof FeelError) return [];
    throw error;
  }
}

interface Tree {
  readonly name: string;
  readonly kids: readonly Tree[];
}

const BINDING = new Set(['ForExpression', 'QuantifiedExpression', 'FilterExpression', 'Context']);

const binds = ({ name, kids }: Tree): boolean => BINDING.has(name) || kids.some(binds);
