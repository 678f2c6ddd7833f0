import { type FaultParams, FaultyTextError, faultParams } from './definition-faults.ts';
import { compilePattern, type Program } from './pattern-program.ts';

/** A set of states reachable after some text, and its transitions by character. */
interface StateSet {
  /** States that consume a character. */
  readonly waiting: readonly number[];
  /** Whether the text may end in this state. */
  readonly isEnd: boolean;
  readonly next: Map<number, StateSet>;
}

interface Machine {
  readonly program: Program;
  readonly start: StateSet;
  /** Cached sets of states, so that a character usually costs one look-up. */
  readonly known: Map<string, StateSet>;
  transitions: number;
}

const MACHINES_KEPT = 200;
const TRANSITIONS_KEPT = 2000;
const machines = new Map<string, Machine>();

/** Returns the error of a pattern; `null` if it is valid. */
export function checkPattern(source: string): FaultParams | null {
  try {
    compilePattern(source);
    return null;
  } catch (error) {
    if (error instanceof FaultyTextError) return faultParams(error.fault, error.params);
    throw error;
  }
}

/** Whether the whole text matches, in linear time. Throws FaultyTextError for a pattern that `checkPattern` refuses. */
export function matchesPattern(source: string, text: string): boolean {
  return runPattern(source, text).isMatch;
}

/** Also returns the number of states visited, at most characters times states. */
export function runPattern(source: string, text: string): { readonly isMatch: boolean; readonly steps: number } {
  const machine = machineOf(source);
  let current = machine.start;
  let steps = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    let next = current.next.get(code);
    steps += 1;
    if (!next) {
      steps += current.waiting.length;
      next = follow(machine, current, code);
    }
    if (next.waiting.length === 0 && !next.isEnd) return { isMatch: false, steps };
    current = next;
  }
  return { isMatch: current.isEnd, steps };
}

function machineOf(source: string): Machine {
  const known = machines.get(source);
  if (known) return known;
  const program = compilePattern(source);
  const machine: Machine = {
    program,
    start: stateSetAt(program, [program.start], true),
    known: new Map(),
    transitions: 0,
  };
  const oldest = machines.size >= MACHINES_KEPT ? machines.keys().next().value : undefined;
  if (oldest !== undefined) machines.delete(oldest);
  machines.set(source, machine);
  return machine;
}

function follow(machine: Machine, from: StateSet, code: number): StateSet {
  const { states } = machine.program;
  const reached = from.waiting.flatMap((index) => (states[index]!.test!(code) ? states[index]!.next : []));
  const key = reached.join();
  if (machine.transitions >= TRANSITIONS_KEPT) forget(machine);
  const current = machine.known.get(key) ?? stateSetAt(machine.program, reached, false);
  machine.known.set(key, current);
  from.next.set(code, current);
  machine.transitions += 1;
  return current;
}

function forget(machine: Machine): void {
  for (const current of machine.known.values()) current.next.clear();
  machine.start.next.clear();
  machine.known.clear();
  machine.transitions = 0;
}

/** Follows all transitions that consume no character. */
function stateSetAt({ states, accept }: Program, from: readonly number[], isStart: boolean): StateSet {
  const seen = new Set<number>();
  const waiting: number[] = [];
  const visit = (index: number, isOver: boolean): void => {
    const state = states[index]!;
    if (seen.has(index)) return;
    seen.add(index);
    if (state.test) {
      if (!isOver) waiting.push(index);
    } else if (state.only === null || (state.only === 'start' ? isStart : isOver)) {
      for (const next of state.next) visit(next, isOver);
    }
  };
  for (const index of from) visit(index, false);
  seen.clear();
  for (const index of from) visit(index, true);
  return { waiting, isEnd: seen.has(accept), next: new Map() };
}
