import type { Block } from './blocks.ts';

/** What the driver of a generated model needs, and how often each node must have been completed at the end. */
export interface Drawn {
  xml: string;
  /** Nodes that the driver completes: user tasks, events, actions, calls. */
  expected: Map<string, number>;
  /** Tasks that are never completed. */
  held: Set<string>;
  /** A task may be completed only after this event, armed at it or at an enclosing scope, has occurred. */
  after: Map<string, string>;
  /** Timer events that occur; with a task, only after that task is open inside. Others never occur. */
  fires: Map<string, string | undefined>;
  /** Targets of event-based gateways that win. */
  winners: Set<string>;
  losers: Set<string>;
  /** How often each task of an ad-hoc sub-process is started. */
  adhoc: Map<string, Map<string, number>>;
}

interface Piece {
  entry: string;
  exit: string;
}

const ISO = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn"';

/** Writes the tree as BPMN, and computes the expected result from the tree alone. */
export function draw(block: Block): Drawn {
  // The generator uses the same leaf object several times, so ids are stored by object.
  const tree = JSON.parse(JSON.stringify(block)) as Block;
  const drawing = new Drawing();
  const body = drawing.scope(() => drawing.wrap(tree));
  count(tree, 1, drawing);
  return {
    xml: `<definitions ${ISO} targetNamespace="t"><message id="m" name="go"/><signal id="sg" name="go"/><error id="err" name="E1" errorCode="E1"/><process id="p" isExecutable="true">${body}</process></definitions>`,
    expected: drawing.expected,
    held: drawing.held,
    after: drawing.after,
    fires: drawing.fires,
    winners: drawing.winners,
    losers: drawing.losers,
    adhoc: drawing.adhoc,
  };
}

class Drawing {
  readonly ids = new Map<Block, Record<string, string>>();
  readonly expected = new Map<string, number>();
  readonly held = new Set<string>();
  readonly after = new Map<string, string>();
  readonly fires = new Map<string, string | undefined>();
  readonly winners = new Set<string>();
  readonly losers = new Set<string>();
  readonly adhoc = new Map<string, Map<string, number>>();
  #serial = 0;
  /** Depth of scopes that are cancelled as a whole. */
  #cut = 0;
  #out: string[] = [];

  id(prefix: string): string {
    this.#serial += 1;
    return `${prefix}${this.#serial}`;
  }

  scope(fill: () => void): string {
    const outer = this.#out;
    this.#out = [];
    fill();
    const inner = this.#out.join('');
    this.#out = outer;
    return inner;
  }

  add(xml: string): void {
    this.#out.push(xml);
  }

  node(tag: string, prefix: string, attributes = '', inner = ''): string {
    const id = this.id(prefix);
    this.add(`<${tag} id="${id}" ${attributes}>${inner}</${tag}>`);
    return id;
  }

  flow(from: string, to: string, condition?: string): string {
    const id = this.id('f');
    const inner =
      condition === undefined ? '' : `<conditionExpression>${condition.replace(/</g, '&lt;')}</conditionExpression>`;
    this.add(`<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</sequenceFlow>`);
    return id;
  }

  /** start → block → end */
  wrap(block: Block, end = '<endEvent id="ID"/>'): void {
    const start = this.node('startEvent', 's');
    const piece = this.block(block);
    const id = this.id('e');
    this.add(end.replace('ID', id));
    this.flow(start, piece.entry);
    this.flow(piece.exit, id);
  }

  sub(fill: () => void, attributes = '', prefix = 'sub'): string {
    const id = this.id(prefix);
    const inner = this.scope(fill);
    this.add(`<subProcess id="${id}" ${attributes}>${inner}</subProcess>`);
    return id;
  }

  boundary(host: string, definition: string, attributes = ''): string {
    return this.node('boundaryEvent', 'b', `attachedToRef="${host}" ${attributes}`, definition);
  }

  /** Merges both paths. */
  merge(one: string, handler: Block, event: string): Piece['exit'] {
    const merge = this.node('exclusiveGateway', 'g');
    const piece = this.block(handler);
    this.flow(event, piece.entry);
    this.flow(piece.exit, merge);
    this.flow(one, merge);
    return merge;
  }

  remember(block: Block, ids: Record<string, string>): void {
    this.ids.set(block, ids);
  }

  block(block: Block): Piece {
    switch (block.kind) {
      case 'task':
        return this.single(block, this.node('userTask', 't'));
      case 'script':
        return this.single(
          block,
          this.node('scriptTask', 'x', 'scriptFormat="feel" verva:resultVariable="seen"', '<script>1 + 1</script>'),
        );
      case 'action': {
        const inputs =
          '<extensionElements><verva:input name="to" value="a"/><verva:input name="subject" value="b"/><verva:input name="body" value="c"/></extensionElements>';
        return this.single(block, this.node('serviceTask', 'a', 'verva:action="mail"', inputs));
      }
      case 'wait':
        return this.single(block, this.node('intermediateCatchEvent', 'w', '', WAITS[block.on]));
      case 'call':
        return this.single(block, this.node('callActivity', 'c', 'calledElement="other"'));
      case 'seq': {
        const pieces = block.parts.map((part) => this.block(part));
        for (const [index, piece] of pieces.entries()) if (index > 0) this.flow(pieces[index - 1]!.exit, piece.entry);
        return { entry: pieces[0]!.entry, exit: pieces.at(-1)!.exit };
      }
      case 'xor':
      case 'or':
      case 'and':
        return this.branches(block);
      case 'race':
        return this.race(block);
      case 'sub': {
        const id = this.sub(() => this.wrap(block.body));
        return { entry: id, exit: id };
      }
      case 'each': {
        const sequential = `isSequential="${block.sequential}"`;
        const loop = `<multiInstanceLoopCharacteristics ${sequential}><loopCardinality>${block.n}</loopCardinality></multiInstanceLoopCharacteristics>`;
        const id = this.sub(() => {
          this.add(loop);
          this.wrap(block.body);
        });
        return { entry: id, exit: id };
      }
      case 'some': {
        const loop = `<multiInstanceLoopCharacteristics isSequential="${block.sequential}" verva:collection="[1, 2, 3, 4][item &lt;= ${block.n}]" verva:elementVariable="one"><completionCondition>numberOfCompletedInstances >= ${block.enough}</completionCondition></multiInstanceLoopCharacteristics>`;
        return this.single(block, this.node('userTask', 'm', '', loop));
      }
      case 'repeat': {
        const id = this.sub(() => {
          this.add(
            `<standardLoopCharacteristics testBefore="${block.times % 2 === 0}"><loopCondition>loopCounter &lt; ${block.times}</loopCondition></standardLoopCharacteristics>`,
          );
          this.wrap(block.body);
        });
        return { entry: id, exit: id };
      }
      case 'back':
        return this.back(block);
      default:
        return this.interrupted(block);
    }
  }

  single(block: Block, id: string): Piece {
    this.remember(block, { own: id });
    return { entry: id, exit: id };
  }

  branches(block: Extract<Block, { kind: 'xor' | 'or' | 'and' }>): Piece {
    const tag = { xor: 'exclusiveGateway', or: 'inclusiveGateway', and: 'parallelGateway' }[block.kind];
    const split = this.id('g');
    const join = this.node(tag, 'g');
    let standard = '';
    block.branches.forEach((branch, index) => {
      const piece = this.block(branch);
      let condition: string | undefined;
      if (block.kind === 'xor' && index > 0) condition = block.choice === index ? 'true' : 'missing = 1';
      if (block.kind === 'or' && index > 0) condition = block.chosen[index] ? '1 < 2' : 'missing < 2';
      const flow = this.flow(split, piece.entry, condition);
      if (block.kind !== 'and' && index === 0) standard = `default="${flow}"`;
      this.flow(piece.exit, join);
    });
    this.add(`<${tag} id="${split}" ${standard}/>`);
    return { entry: split, exit: join };
  }

  race(block: Extract<Block, { kind: 'race' }>): Piece {
    const split = this.node('eventBasedGateway', 'g');
    const join = this.node('exclusiveGateway', 'g');
    const events = block.branches.map((branch, index) => {
      const event = this.node('intermediateCatchEvent', 'w', '', Object.values(WAITS)[index % 3]);
      const piece = this.block(branch);
      this.flow(split, event);
      this.flow(event, piece.entry);
      this.flow(piece.exit, join);
      (index === block.winner ? this.winners : this.losers).add(event);
      return event;
    });
    this.remember(block, { own: events[block.winner]! });
    return { entry: split, exit: join };
  }

  /** A loop of flows with a counter. The counter is a variable of a sub-process iteration, so that parallel iterations do not share it. */
  back(block: Extract<Block, { kind: 'back' }>): Piece {
    const counter = this.id('k');
    const id = this.sub(() => {
      this.add(`<multiInstanceLoopCharacteristics verva:collection="[0]" verva:elementVariable="${counter}"/>`);
      const start = this.node('startEvent', 's');
      const merge = this.node('inclusiveGateway', 'g');
      const piece = this.block(block.body);
      const add = this.node(
        'scriptTask',
        'x',
        `scriptFormat="feel" verva:resultVariable="${counter}"`,
        `<script>${counter} + 1</script>`,
      );
      const split = this.id('g');
      const end = this.node('endEvent', 'e');
      this.flow(start, merge);
      this.flow(merge, piece.entry);
      this.flow(piece.exit, add);
      this.flow(add, split);
      this.flow(split, merge, `${counter} < ${block.times}`);
      const out = this.flow(split, end);
      this.add(`<exclusiveGateway id="${split}" default="${out}"/>`);
    });
    return { entry: id, exit: id };
  }

  /** A block that is cancelled at its end. Parallel branches are awaited first. */
  cut<T>(cuts: boolean, fill: () => T): T {
    if (!cuts) return fill();
    this.#cut += 1;
    const result = fill();
    this.#cut -= 1;
    return result;
  }

  interrupted(
    block: Extract<Block, { kind: 'deadline' | 'timeout' | 'error' | 'terminate' | 'eventSub' | 'adhoc' }>,
  ): Piece {
    switch (block.kind) {
      case 'deadline': {
        if (this.#cut > 0 && block.fires && !block.interrupting && !block.joined) {
          const id = this.sub(() => {
            const start = this.node('startEvent', 's');
            this.flow(start, this.deadline(block).entry);
          });
          return { entry: id, exit: id };
        }
        return this.deadline(block);
      }
      case 'timeout': {
        let held = '';
        const sub = this.sub(() => {
          const start = this.node('startEvent', 's');
          const piece = this.cut(block.fires, () => this.block(block.body));
          this.flow(start, piece.entry);
          held = this.node('userTask', 't');
          this.flow(piece.exit, held);
        });
        const event = this.boundary(sub, WAITS.timer);
        this.remember(block, { own: held, event });
        if (block.fires) {
          this.held.add(held);
          this.fires.set(event, held);
        }
        return { entry: sub, exit: this.merge(sub, block.handler, event) };
      }
      case 'error': {
        const end = block.throws ? '<endEvent id="ID"><errorEventDefinition errorRef="err"/></endEvent>' : undefined;
        const sub = this.sub(() => {
          this.cut(block.throws, () => this.wrap(block.body, end));
          if (block.throws && block.held) this.neverCompletedTask();
        });
        const event = this.boundary(sub, `<errorEventDefinition ${block.coded ? 'errorRef="err"' : ''}/>`);
        return { entry: sub, exit: this.merge(sub, block.handler, event) };
      }
      case 'terminate': {
        const sub = this.sub(() => {
          this.cut(true, () => this.wrap(block.body, '<endEvent id="ID"><terminateEventDefinition/></endEvent>'));
          this.neverCompletedTask();
        });
        return { entry: sub, exit: sub };
      }
      case 'eventSub':
        return this.eventSub(block);
      case 'adhoc': {
        const id = this.id('h');
        const tasks = new Map<string, number>();
        const inner = this.scope(() => {
          for (const times of block.counts) tasks.set(this.node('userTask', 't'), times);
        });
        this.add(
          `<adHocSubProcess id="${id}" ordering="${block.sequential ? 'Sequential' : 'Parallel'}">${inner}</adHocSubProcess>`,
        );
        this.adhoc.set(id, tasks);
        this.remember(block, Object.fromEntries([...tasks.keys()].map((task) => [task, task])));
        return { entry: id, exit: id };
      }
    }
  }

  deadline(block: Extract<Block, { kind: 'deadline' }>): Piece {
    const task = this.node('userTask', 't');
    const event = this.boundary(task, WAITS.timer, `cancelActivity="${block.interrupting}"`);
    this.remember(block, { own: task, event });
    if (block.fires) {
      this.fires.set(event, undefined);
      if (block.interrupting) this.held.add(task);
      else this.after.set(task, event);
    }
    if (block.interrupting) return { entry: task, exit: this.merge(task, block.handler, event) };
    const piece = this.block(block.handler);
    this.flow(event, piece.entry);
    if (!block.joined) return { entry: task, exit: task };
    // Both paths meet at an inclusive join, which must wait for a handler that may have begun.
    const join = this.node('inclusiveGateway', 'g');
    this.flow(task, join);
    this.flow(piece.exit, join);
    return { entry: task, exit: join };
  }

  /** A second branch of the scope with a task that is cancelled only at the end of the scope. */
  neverCompletedTask(): void {
    const start = this.node('startEvent', 's');
    const task = this.node('userTask', 't');
    this.flow(start, task);
    this.held.add(task);
  }

  eventSub(block: Extract<Block, { kind: 'eventSub' }>): Piece {
    const sub = this.sub(() => {
      const start = this.node('startEvent', 's');
      const piece = this.cut(block.interrupting, () => this.block(block.body));
      const guard = this.node('userTask', 't');
      this.flow(start, piece.entry);
      this.flow(piece.exit, guard);
      let event = '';
      this.sub(
        () => {
          event = this.node('startEvent', 's', `isInterrupting="${block.interrupting}"`, WAITS.timer);
          const handler = this.block(block.handler);
          this.flow(event, handler.entry);
        },
        'triggeredByEvent="true"',
        'es',
      );
      this.remember(block, { own: guard, event });
      if (block.interrupting) {
        this.held.add(guard);
        this.fires.set(event, guard);
      } else {
        this.fires.set(event, undefined);
        this.after.set(guard, event);
      }
    });
    return { entry: sub, exit: sub };
  }
}

const WAITS = {
  timer: '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>',
  message: '<messageEventDefinition messageRef="m"/>',
  signal: '<signalEventDefinition signalRef="sg"/>',
};

/** How often each node is completed when the block is entered `times` times. */
function count(block: Block, times: number, drawing: Drawing): void {
  const ids = drawing.ids.get(block) ?? {};
  const done = (id: string | undefined, often: number) => {
    if (id !== undefined && often > 0) drawing.expected.set(id, (drawing.expected.get(id) ?? 0) + often);
  };
  const inside = (inner: Block, often = times) => count(inner, often, drawing);
  switch (block.kind) {
    case 'task':
    case 'action':
    case 'wait':
    case 'call':
      done(ids.own, times);
      break;
    case 'seq':
      for (const part of block.parts) inside(part);
      break;
    case 'xor':
      inside(block.branches[block.choice]!);
      break;
    case 'and':
      for (const branch of block.branches) inside(branch);
      break;
    case 'or': {
      const taken = block.branches.filter((_, index) => index > 0 && block.chosen[index]);
      for (const branch of taken.length > 0 ? taken : [block.branches[0]!]) inside(branch);
      break;
    }
    case 'race':
      done(ids.own, times);
      inside(block.branches[block.winner]!);
      break;
    case 'sub':
    case 'terminate':
      inside(block.body);
      break;
    case 'each':
      inside(block.body, times * block.n);
      break;
    case 'some':
      done(ids.own, times * block.enough);
      break;
    case 'repeat':
    case 'back':
      inside(block.body, times * block.times);
      break;
    case 'deadline':
      if (block.fires) {
        done(ids.event, times);
        inside(block.handler);
      }
      if (!(block.fires && block.interrupting)) done(ids.own, times);
      break;
    case 'timeout':
      inside(block.body);
      if (block.fires) {
        done(ids.event, times);
        inside(block.handler);
      } else done(ids.own, times);
      break;
    case 'error':
      inside(block.body);
      if (block.throws) inside(block.handler);
      break;
    case 'eventSub':
      inside(block.body);
      done(ids.event, times);
      inside(block.handler);
      if (!block.interrupting) done(ids.own, times);
      break;
    case 'adhoc':
      for (const [index, id] of Object.values(ids).entries()) done(id, times * block.counts[index]!);
      break;
    default:
      break;
  }
}
