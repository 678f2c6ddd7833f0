import { addReach, joinsOnOneCycle } from '../engine/joins.ts';
import type { Definition, Flow, Node } from '../engine/model.ts';
import type { Findings } from './problems.ts';

const ACTIVITIES = new Set(['user', 'manual', 'service', 'script', 'receive', 'call', 'sub', 'adhoc']);
const SCOPES = new Set(['root', 'sub', 'adhoc', 'eventSub']);

/** Each one stores all nodes that can reach it, so many of them in a large model take too much memory. */
const MAX_INCLUSIVE_JOINS = 100;

/** Connects nodes and flows, reports structural problems, and computes what the engine needs (starts, reach). */
export function checkStructure(definition: Definition, findings: Findings): void {
  const nodes = Object.values(definition.nodes);
  connectFlows(definition, findings);
  for (const node of nodes) {
    if (node.kind === 'boundary') attach(node, definition, findings);
    if (node.kind === 'eventSub') definition.nodes[node.scope!]?.eventStarts.push(node.id);
  }
  for (const node of nodes) {
    checkEnds(node, findings);
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
    const detail = `There are ${joins.length} inclusive joins. The maximum is ${MAX_INCLUSIVE_JOINS}.`;
    findings.problem('gateway.joins', joins[MAX_INCLUSIVE_JOINS], detail);
    return;
  }
  addReach(definition);
  for (const [one, other] of joinsOnOneCycle(definition)) {
    findings.note(
      'join.cycle',
      one,
      `The join is on a cycle with ${other.name ?? other.id}. Each may wait for the other.`,
    );
  }
}

function connectFlows(definition: Definition, findings: Findings): void {
  for (const flow of Object.values(definition.flows)) {
    const from = definition.nodes[flow.from];
    const to = definition.nodes[flow.to];
    if (!from || !to) {
      // A flow to an unsupported element: that element is listed already.
      if (findings.problems.length === 0)
        findings.problem('flow.ends', flow, 'The flow has no executable source or target.');
      delete definition.flows[flow.id];
    } else if (from.scope !== to.scope) {
      findings.problem('flow.scope', flow, 'A flow cannot cross the boundary of a sub-process.');
    } else {
      from.out.push(flow.id);
      to.in.push(flow.id);
    }
  }
}

function attach(node: Node, definition: Definition, findings: Findings): void {
  const host = definition.nodes[node.host ?? ''];
  // A host that is not read is listed already.
  if (!host && findings.problems.length > 0) return;
  if (!host || !ACTIVITIES.has(host.kind) || host.scope !== node.scope) {
    findings.problem('boundary.host', node, 'A boundary event must be attached to an activity on the same level.');
  } else host.boundary.push(node.id);
}

function checkEnds(node: Node, findings: Findings): void {
  const sources =
    node.kind === 'end' || (node.kind === 'throw' && node.event?.on === 'link') || node.kind === 'eventSub';
  if (sources && node.out.length > 0) findings.problem('flow.ends', node, 'This element cannot have an outgoing flow.');
  const targets =
    ['start', 'boundary', 'eventSub'].includes(node.kind) || (node.kind === 'catch' && node.event?.on === 'link');
  if (targets && node.in.length > 0) findings.problem('flow.ends', node, 'This element cannot have an incoming flow.');
}

function checkChoices(node: Node, definition: Definition, findings: Findings): void {
  const flows = node.out.map((id) => definition.flows[id]!);
  if (node.def !== undefined && !node.out.includes(node.def)) {
    findings.problem('gateway.default', node, 'The default flow does not start at this element.');
  }
  if (node.kind === 'exclusive' && flows.length > 1) {
    for (const flow of flows) {
      if (flow.cond === undefined && flow.id !== node.def && !isReported(flow, findings)) {
        const label = flow.name ?? definition.nodes[flow.to]?.name ?? flow.to;
        findings.problem(
          'gateway.condition',
          flow,
          `The flow to ${label} must have a condition or be the default flow.`,
        );
      }
    }
  }
  if (['parallel', 'eventBased', 'start', 'boundary', 'catch'].includes(node.kind)) {
    for (const flow of flows) {
      if (flow.cond !== undefined) {
        findings.note('flow.condition', flow, 'The condition has no effect here. The flow is always taken.');
        delete flow.cond;
      }
    }
  }
}

/** Whether an invalid condition of the flow has already been reported. */
function isReported(flow: Flow, findings: Findings): boolean {
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
    findings.problem(code, scope, 'It contains no elements.');
    return;
  }
  if (scope.kind === 'eventSub') {
    scope.starts = starts.map((node) => node.id);
    if (starts.length !== 1)
      findings.problem('sub.start', scope, 'An event sub-process must have exactly one start event.');
    const [start] = starts;
    if (start?.event) scope.event = start.event;
    if (start?.interrupting !== undefined) scope.interrupting = start.interrupting;
    return;
  }
  if (scope.kind === 'adhoc') {
    for (const start of starts)
      findings.problem('sub.start', start, 'An ad-hoc sub-process cannot have a start event.');
    scope.starts = free.filter((node) => ACTIVITIES.has(node.kind)).map((node) => node.id);
    if (scope.starts.length === 0) findings.problem('sub.start', scope, 'It contains no activity that can be started.');
    return;
  }
  const plain = starts.filter((node) => node.event?.on === 'none');
  scope.starts = (starts.length > 0 ? plain : free).map((node) => node.id);
  if (starts.length === 0 && free.length === 0) {
    findings.problem('process.start', scope, 'There is no element to start with: each one has an incoming flow.');
  }
  if (starts.length > 0) {
    for (const node of free)
      findings.note('node.unreachable', node, 'No flow leads to this element, so it is never reached.');
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
      `The link ${event.name} must have one target on this level, not ${targets.length}.`,
    );
  } else event.target = targets[0]!.id;
}

function checkTargets(node: Node, definition: Definition, findings: Findings): void {
  if (node.out.length === 0) findings.problem('gateway.targets', node, 'The gateway has no events to wait for.');
  for (const id of node.out) {
    const target = definition.nodes[definition.flows[id]!.to]!;
    const catches = target.kind === 'receive' || (target.kind === 'catch' && target.event?.on !== 'link');
    if (!catches || target.in.length !== 1 || target.loop) {
      findings.problem(
        'gateway.targets',
        target,
        'An event-based gateway must be followed by events that have no other incoming flow.',
      );
    }
  }
}
