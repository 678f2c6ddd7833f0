import { eventStartsOf } from './arm-event.ts';
import { leaveNode } from './leave-node.ts';
import type { EventSpec, Item, Node } from './model.ts';
import { addItem, cancelItem, clearScope, disarmEvent, itemOf, nodeOf, type Run } from './run.ts';

type Thrown = 'error' | 'escalation';

type Catcher = { kind: 'boundary'; host: Item; node: Node } | { kind: 'eventSub'; scope: Item; node: Node };

/**
 * Propagates an error or escalation outwards and triggers the first event that catches it: a boundary event of the
 * throwing activity, then at each level an event sub-process of the scope or a boundary event of the scope. An event
 * with the exact code takes precedence over one without a code.
 */
export function propagate(
  run: Run,
  thrower: { activity: Item } | { scope: Item },
  on: Thrown,
  code: string,
): { caught: boolean; interrupted: boolean } {
  const catcher = findCatcher(run, thrower, on, code);
  if (!catcher) return { caught: false, interrupted: false };
  if (catcher.kind === 'boundary') {
    triggerBoundary(run, catcher.host, catcher.node);
    return { caught: true, interrupted: catcher.node.interrupting !== false };
  }
  triggerEventSub(run, catcher.scope, catcher.node);
  return { caught: true, interrupted: catcher.node.interrupting !== false };
}

function findCatcher(
  run: Run,
  thrower: { activity: Item } | { scope: Item },
  on: Thrown,
  code: string,
): Catcher | undefined {
  const inScope = (scope: Item): Catcher | undefined => {
    const node = matching(
      nodeOf(run, scope).eventStarts.map((id) => run.definition.nodes[id]!),
      on,
      code,
    );
    return node && { kind: 'eventSub', scope, node };
  };
  let current = 'scope' in thrower ? thrower.scope : thrower.activity;
  if ('scope' in thrower) {
    const own = inScope(current);
    if (own) return own;
  }
  for (;;) {
    const node = nodeOf(run, current);
    // Boundary events belong to the loop as a whole, not to its iterations.
    if (current.turn === undefined) {
      const boundary = matching(
        node.boundary.map((id) => run.definition.nodes[id]!),
        on,
        code,
      );
      if (boundary) return { kind: 'boundary', host: current, node: boundary };
    }
    const outer = itemOf(run, current.in);
    if (!outer) return undefined;
    // An event sub-process does not catch what another one of the same scope throws.
    if (!outer.mi && node.kind !== 'eventSub') {
      const found = inScope(outer);
      if (found) return found;
    }
    current = outer;
  }
}

function matching(nodes: Node[], on: Thrown, code: string): Node | undefined {
  const events = nodes.filter((node) => node.event?.on === on);
  const codeOf = (node: Node) => (node.event as Extract<EventSpec, { on: Thrown }>).code;
  return events.find((node) => codeOf(node) === code) ?? events.find((node) => codeOf(node) === undefined);
}

/** An interrupting boundary event cancels its activity. A non-interrupting one adds a token. */
export function triggerBoundary(run: Run, host: Item, boundary: Node): void {
  const scope = host.in!;
  run.log.push({ what: 'entered', node: boundary.id });
  if (boundary.interrupting !== false) cancelItem(run, host);
  run.log.push({ what: 'completed', node: boundary.id });
  leaveNode(run, boundary, scope);
}

/** Starts an event sub-process as a child of its scope. An interrupting one cancels the scope's items and disarms the others. */
export function triggerEventSub(run: Run, scope: Item, eventSub: Node): void {
  if (eventSub.interrupting !== false) {
    clearScope(run, scope);
    for (const start of eventStartsOf(run, nodeOf(run, scope))) disarmEvent(run, scope, start);
  }
  const item = addItem(run, eventSub.id, scope.id);
  run.log.push({ what: 'entered', node: eventSub.id, item: item.id });
  run.queue.push({ do: 'perform', item: item.id });
}
