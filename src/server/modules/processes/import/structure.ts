import { addReach, joinsOnOneCycle } from '../engine/joins.ts';
import type { Definition, Flow, Node } from '../engine/model.ts';
import type { Findings } from './problems.ts';

const ACTIVITIES = new Set(['user', 'manual', 'service', 'script', 'receive', 'call', 'sub', 'adhoc']);
const SCOPES = new Set(['root', 'sub', 'adhoc', 'eventSub']);

/** Each needs to know every node that can reach it, so many of them in one large drawing take too much room. */
const MAX_INCLUSIVE_JOINS = 100;

/** Connects nodes and flows, finds what cannot work, and computes what the run needs (starts, reach). */
export function checkStructure(definition: Definition, findings: Findings): void {
  const nodes = Object.values(definition.nodes);
  connectFlows(definition, findings);
  for (const node of nodes) {
    if (node.kind === 'boundary') attach(node, definition, findings);
    if (node.kind === 'eventSub') definition.nodes[node.scope!]?.eventStarts.push(node.id);
  }
  for (const node of nodes) {
    checkPlace(node, findings);
    checkChoices(node, definition, findings);
    if (SCOPES.has(node.kind)) findStarts(node, nodes, findings);
    if (node.kind === 'throw' && node.event?.on === 'link') joinLink(node, nodes, findings);
    if (node.kind === 'eventBased') checkTargets(node, definition, findings);
  }
  const form = nodes.find((node) => node.kind === 'start' && node.scope === definition.root && node.task?.form)?.task
    ?.form;
  if (form) definition.startForm = form;
  const joins = nodes.filter((node) => node.kind === 'inclusive' && node.in.length > 1);
  if (joins.length > MAX_INCLUSIVE_JOINS) {
    const detail = `There are ${joins.length} inclusive joins, at most ${MAX_INCLUSIVE_JOINS} are run.`;
    findings.problem('gateway.joins', joins[MAX_INCLUSIVE_JOINS], detail);
    return;
  }
  addReach(definition);
  for (const [one, other] of joinsOnOneCycle(definition)) {
    findings.note(
      'join.cycle',
      one,
      `Together with ${other.name ?? other.id} on one cycle: each may wait for the other.`,
    );
  }
}

function connectFlows(definition: Definition, findings: Findings): void {
  for (const flow of Object.values(definition.flows)) {
    const from = definition.nodes[flow.from];
    const to = definition.nodes[flow.to];
    if (!from || !to) {
      // An end that was refused itself is already listed.
      if (findings.problems.length === 0) findings.problem('flow.ends', flow, 'The flow leads to nothing that is run.');
      delete definition.flows[flow.id];
    } else if (from.scope !== to.scope) {
      findings.problem('flow.scope', flow, 'A flow cannot cross the border of a sub-process.');
    } else {
      from.out.push(flow.id);
      to.in.push(flow.id);
    }
  }
}

function attach(node: Node, definition: Definition, findings: Findings): void {
  const host = definition.nodes[node.host ?? ''];
  if (!host || !ACTIVITIES.has(host.kind) || host.scope !== node.scope) {
    findings.problem('boundary.host', node, 'A boundary event stands on an activity of the same level.');
  } else host.boundary.push(node.id);
}

function checkPlace(node: Node, findings: Findings): void {
  const sources =
    node.kind === 'end' || (node.kind === 'throw' && node.event?.on === 'link') || node.kind === 'eventSub';
  if (sources && node.out.length > 0) findings.problem('flow.ends', node, 'Nothing can leave from here.');
  const targets =
    ['start', 'boundary', 'eventSub'].includes(node.kind) || (node.kind === 'catch' && node.event?.on === 'link');
  if (targets && node.in.length > 0) findings.problem('flow.ends', node, 'Nothing can lead to here.');
}

function checkChoices(node: Node, definition: Definition, findings: Findings): void {
  const flows = node.out.map((id) => definition.flows[id]!);
  if (node.def !== undefined && !node.out.includes(node.def)) {
    findings.problem('gateway.default', node, 'The default flow does not leave from here.');
  }
  if (node.kind === 'exclusive' && flows.length > 1) {
    for (const flow of flows) {
      if (flow.cond === undefined && flow.id !== node.def && !isRefused(flow, findings)) {
        const label = flow.name ?? definition.nodes[flow.to]?.name ?? flow.to;
        findings.problem('gateway.condition', flow, `The flow to ${label} needs a condition, or to be the default.`);
      }
    }
  }
  if (['parallel', 'eventBased', 'start', 'boundary', 'catch'].includes(node.kind)) {
    for (const flow of flows) {
      if (flow.cond !== undefined) {
        findings.note('flow.condition', flow, 'The condition has no effect here; the flow is always taken.');
        delete flow.cond;
      }
    }
  }
}

/** A condition that was not understood is already a problem. */
function isRefused(flow: Flow, findings: Findings): boolean {
  return findings.problems.some((problem) => problem.element === flow.id);
}

function findStarts(scope: Node, nodes: Node[], findings: Findings): void {
  const inner = nodes.filter((node) => node.scope === scope.id);
  const starts = inner.filter((node) => node.kind === 'start');
  const free = inner.filter(
    (node) =>
      node.in.length === 0 &&
      !['start', 'boundary', 'eventSub'].includes(node.kind) &&
      !(node.kind === 'catch' && node.event?.on === 'link'),
  );
  if (inner.length === 0) {
    const code = scope.kind === 'root' ? 'process.empty' : 'sub.empty';
    findings.problem(code, scope, 'There is nothing in it.');
    return;
  }
  if (scope.kind === 'eventSub') {
    scope.starts = starts.map((node) => node.id);
    if (starts.length !== 1) findings.problem('sub.start', scope, 'An event sub-process has exactly one start event.');
    const [start] = starts;
    if (start?.event) scope.event = start.event;
    if (start?.interrupting !== undefined) scope.interrupting = start.interrupting;
    return;
  }
  if (scope.kind === 'adhoc') {
    for (const start of starts) findings.problem('sub.start', start, 'An ad-hoc sub-process has no start event.');
    scope.starts = free.filter((node) => ACTIVITIES.has(node.kind)).map((node) => node.id);
    if (scope.starts.length === 0) findings.problem('sub.start', scope, 'It offers nothing to start.');
    return;
  }
  const plain = starts.filter((node) => node.event?.on === 'none');
  scope.starts = (starts.length > 0 ? plain : free).map((node) => node.id);
  if (starts.length === 0 && free.length === 0) {
    findings.problem('process.start', scope, 'Nothing begins: every element has an incoming flow.');
  }
  if (starts.length > 0) {
    for (const node of free) findings.note('node.unreachable', node, 'No flow leads here; it is never reached.');
  }
}

function joinLink(node: Node, nodes: Node[], findings: Findings): void {
  const event = node.event;
  if (event?.on !== 'link') return;
  const targets = nodes.filter(
    (one) =>
      one.kind === 'catch' && one.scope === node.scope && one.event?.on === 'link' && one.event.name === event.name,
  );
  if (targets.length !== 1) {
    findings.problem(
      'link.target',
      node,
      `The link ${event.name} has ${targets.length} targets on this level, not one.`,
    );
  } else event.target = targets[0]!.id;
}

function checkTargets(node: Node, definition: Definition, findings: Findings): void {
  if (node.out.length === 0) findings.problem('gateway.targets', node, 'The gateway waits for nothing.');
  for (const id of node.out) {
    const target = definition.nodes[definition.flows[id]!.to]!;
    const catches = target.kind === 'receive' || (target.kind === 'catch' && target.event?.on !== 'link');
    if (!catches || target.in.length !== 1 || target.loop) {
      findings.problem(
        'gateway.targets',
        target,
        'After an event-based gateway stands an event that only it leads to.',
      );
    }
  }
}
