import { isFourEyes } from '../engine/four-eyes.rules.ts';
import {
  type CompileNote,
  type CompileProblem,
  type Definition,
  ICONS,
  type RequestSettings,
} from '../engine/model.ts';
import { readNodes } from './elements.ts';
import { Expressions } from './expressions.ts';
import { checkExtensions } from './extensions.ts';
import { parse } from './parse.ts';
import { Findings } from './problems.ts';
import type { Reading } from './reading.ts';
import { MAX_ELEMENTS, readSource } from './source.ts';
import { checkStructure } from './structure.ts';
import { readTranslations } from './translations.ts';
import { type Element, type Extension, extensionOf, vendorPrefixes } from './vendor.ts';

export type CompileResult =
  | {
      definition: Definition;
      /** Further processes of the same file. */
      others: Definition[];
      notes: CompileNote[];
      problems?: undefined;
    }
  | { problems: CompileProblem[]; notes: CompileNote[]; definition?: undefined };

/**
 * Compiles BPMN 2.0 XML to executable definitions, or returns all problems with element, name and line. Bytes are decoded
 * by the encoding that the file declares. The content of the file never makes it throw.
 */
export async function compile(source: string | Uint8Array): Promise<CompileResult> {
  const read = readSource(source);
  if (!('text' in read)) {
    const findings = new Findings('');
    findings.problem(read.code, undefined, read.detail);
    return { problems: findings.problems, notes: [] };
  }
  const findings = new Findings(read.text);
  const root = await parse(read.text, findings);
  const prefixes = vendorPrefixes(read.text, findings);
  const reading: Reading = { findings, expressions: new Expressions(findings), prefixes };
  const definitions = root ? compileAll(root, reading) : [];
  const [definition, ...others] = definitions;
  if (findings.problems.length > 0 || !definition) return { problems: findings.problems, notes: findings.notes };
  return { definition, others, notes: findings.notes };
}

function compileAll(root: Element, reading: Reading): Definition[] {
  const { findings } = reading;
  const processes = ((root.rootElements as Element[] | undefined) ?? []).filter((one) => one.$type === 'bpmn:Process');
  const filled = processes.filter((one) => ((one.flowElements as Element[] | undefined) ?? []).length > 0);
  const executable = filled.filter((one) => one.isExecutable === true);
  if (filled.length === 0) {
    const [empty] = processes;
    if (empty) findings.problem('process.empty', empty, 'The process has no elements.');
    else findings.problem('process.none', undefined, 'The file contains no process.');
  }
  const chosen = executable.length > 0 ? executable : filled;
  if (executable.length === 0) {
    for (const one of filled)
      findings.note('process.executable', one, 'The process is marked as not executable. It becomes executable.');
  }
  return chosen.map((process) => compileProcess(process, reading));
}

/** Maximum characters of a short name. */
const MAX_SHORT_NAME = 40;

function compileProcess(process: Element, reading: Reading): Definition {
  const { findings, prefixes } = reading;
  const extension = extensionOf(process, prefixes);
  const id = process.id ?? 'process';
  const definition: Definition = {
    format: 1,
    id,
    name: process.name?.trim() || id,
    root: id,
    nodes: Object.create(null) as Definition['nodes'],
    flows: Object.create(null) as Definition['flows'],
    starterGroups: splitNames(extension.attribute('verva:candidateStarterGroups', 'camunda:candidateStarterGroups')),
  };
  checkExtensions(process, reading);
  const fourEyes = extension.attribute('verva:fourEyes');
  if (isFourEyes(fourEyes)) definition.fourEyes = fourEyes;
  else if (fourEyes !== undefined) {
    findings.problem('process.four_eyes', process, `fourEyes must be none, requester or strict, not ${fourEyes}.`);
  }
  if (extension.attribute('verva:listed', 'camunda:isStartableInTasklist') === 'true') definition.listed = true;
  readRequestSettings(process, extension, definition, findings);
  const shortName = extension.attribute('verva:shortName')?.trim().slice(0, MAX_SHORT_NAME);
  if (shortName) definition.shortName = shortName;
  const icon = extension.attribute('verva:icon')?.trim();
  if (isIcon(icon)) definition.icon = icon;
  else if (icon !== undefined) {
    const known = ICONS.join(', ');
    findings.problem('process.icon', process, `The icon of a process must be one of ${known}, not ${icon}.`);
  }
  Object.assign(definition, readTranslations(process, extension, reading, MAX_SHORT_NAME));
  readInitiator(process, definition, reading);
  readNodes(process, definition, reading);
  const count = Object.keys(definition.nodes).length + Object.keys(definition.flows).length;
  if (count > MAX_ELEMENTS) {
    findings.problem(
      'document.elements',
      process,
      `The process has ${count} elements. The maximum is ${MAX_ELEMENTS}.`,
    );
  } else {
    checkStructure(definition, findings);
  }
  return definition;
}

/** Reads the variable for the user who starts the process, at its start event. */
function readInitiator(process: Element, definition: Definition, { expressions, prefixes }: Reading): void {
  for (const element of (process.flowElements as Element[] | undefined) ?? []) {
    if (element.$type !== 'bpmn:StartEvent') continue;
    const name = extensionOf(element, prefixes).attribute('camunda:initiator');
    const variable = expressions.variable(name, element, 'initiator');
    if (variable) definition.initiator = variable;
  }
}

/** Reads `verva:withdraw`, `verva:peopleShown` and `verva:managersSee`. */
function readRequestSettings(
  process: Element,
  extension: Extension,
  definition: Definition,
  findings: Reading['findings'],
): void {
  const settings: RequestSettings = {};
  const withdraw = extension.attribute('verva:withdraw')?.trim();
  if (isOneOf(WITHDRAW, withdraw)) settings.withdraw = withdraw;
  else if (withdraw !== undefined) {
    findings.problem('process.withdraw', process, `withdraw must be never, beforeFirst or always, not ${withdraw}.`);
  }
  const shown = extension.attribute('verva:peopleShown')?.trim();
  if (isOneOf(PEOPLE_SHOWN, shown)) settings.peopleShown = shown;
  else if (shown !== undefined) {
    findings.problem('process.people_shown', process, `peopleShown must be person, group or none, not ${shown}.`);
  }
  const managers = extension.attribute('verva:managersSee')?.trim();
  if (isOneOf(['true', 'false'], managers)) settings.managersSee = managers === 'true';
  else if (managers !== undefined) {
    findings.problem('process.managers_see', process, `managersSee must be true or false, not ${managers}.`);
  }
  if (Object.keys(settings).length > 0) definition.requests = settings;
}

const WITHDRAW = ['never', 'beforeFirst', 'always'] as const;
const PEOPLE_SHOWN = ['person', 'group', 'none'] as const;

const isOneOf = <T extends string>(known: readonly T[], text: string | undefined): text is T =>
  known.some((one) => one === text);

const isIcon = (name: string | undefined): name is (typeof ICONS)[number] => ICONS.some((one) => one === name);

function splitNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Returns the processes that this one calls. The deployment checks that they exist. */
export function calledProcesses(
  definition: Definition,
): { node: string; process: string; version: number | 'latest' }[] {
  return Object.values(definition.nodes).flatMap((node) =>
    node.call ? [{ node: node.id, process: node.call.process, version: node.call.version }] : [],
  );
}
