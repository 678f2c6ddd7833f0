import { eventStartsOf } from './arm-event.ts';
import { leave } from './leave-node.ts';
import type { EventSpec, Item, Node } from './model.ts';
import { addItem, clearScope, disarm, itemOf, kill, nodeOf, type Run } from './run.ts';

type Thrown = 'error' | 'escalation';

type Catcher = { kind: 'boundary'; host: Item; node: Node } | { kind: 'eventSub'; scope: Item; node: Node };

/**
 * Searches outwards for who catches an error or escalation: the boundary of the throwing activity, then at every level
 * the event sub-processes of the scope and the boundary of the scope. An exact code goes before a catch-all.
 */
export function throwFrom(
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
    // Boundary events stand on the body of a loop, not on its turns.
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
    // What a handler throws is not caught by the handlers beside it.
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

/** Interrupting: the host goes with everything in it. Otherwise a second token leaves beside it. */
export function triggerBoundary(run: Run, host: Item, boundary: Node): void {
  const scope = host.in!;
  run.log.push({ what: 'entered', node: boundary.id });
  if (boundary.interrupting !== false) kill(run, host);
  run.log.push({ what: 'completed', node: boundary.id });
  leave(run, boundary, scope);
}

/** Interrupting: the scope is cleared and its other event sub-processes disarmed. The handler runs as a child of the scope. */
export function triggerEventSub(run: Run, scope: Item, eventSub: Node): void {
  if (eventSub.interrupting !== false) {
    clearScope(run, scope);
    for (const start of eventStartsOf(run, nodeOf(run, scope))) disarm(run, scope, start);
  }
  const item = addItem(run, eventSub.id, scope.id);
  run.log.push({ what: 'entered', node: eventSub.id, item: item.id });
  run.queue.push({ do: 'work', item: item.id });
}
