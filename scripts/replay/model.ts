import { commonStart, type Log } from './log.ts';

/** The log as a process, with the names used there. */
export interface ReplayModel {
  readonly key: string;
  readonly xml: string;
  readonly adhocId: string;
  /** Node id of every task of the log. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The task with which every case begins; null: the ad-hoc sub-process offers all. */
  readonly start: string | null;
  /** Group id of every group of the log. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Group of all users in the log; it gets the tasks without a group. */
export const ALL_USERS_GROUP = 'everybody';
const ADHOC = 'activities';
const COLUMNS = 5;
const TASK = { width: 120, height: 80 };
const GAP = { x: 150, y: 110 };

/**
 * Creates the process of a log: its common first task, then one ad-hoc sub-process that offers all others, so that
 * every order in the log can happen. The case variable `groups` determines the group of a task; otherwise it is the
 * most frequent group in the log.
 */
export function drawModel(log: Log, key: string, name: string): ReplayModel {
  const start = commonStart(log);
  const groups = new Map(uniqueIds(log.groups, 'g-', '-').map(([group, id]) => [group, id]));
  const nodes = new Map(uniqueIds(log.tasks, 't_', '_').map(([task, id]) => [task, id]));
  const others = log.tasks.filter((task) => task !== start);
  const usual = usualGroups(log);
  const task = (one: string) => {
    const id = nodes.get(one)!;
    const usualGroup = usual.get(one);
    const otherwise = usualGroup ? groups.get(usualGroup) : ALL_USERS_GROUP;
    const candidates = `=if groups.${id} = null then ["${otherwise}"] else groups.${id}`;
    return `<userTask id="${id}" name="${escapeXml(one)}" verva:candidateGroups="${escapeXml(candidates)}" verva:dueDate="=deadline"/>`;
  };
  const shapes: string[] = [];
  const edges: string[] = [];
  const shape = (id: string, x: number, y: number, width: number, height: number, more = '') =>
    shapes.push(
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"${more}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`,
    );
  const flows: string[] = [];
  const rows = Math.max(1, Math.ceil(others.length / COLUMNS));
  const box = { x: start ? 420 : 220, y: 80, width: COLUMNS * GAP.x + 30, height: rows * GAP.y + 60 };
  const middle = box.y + box.height / 2;
  const connect = (from: string, to: string, x1: number, x2: number) => {
    flows.push(`<sequenceFlow id="${from}_to_${to}" sourceRef="${from}" targetRef="${to}"/>`);
    edges.push(
      `<bpmndi:BPMNEdge id="${from}_to_${to}_di" bpmnElement="${from}_to_${to}"><di:waypoint x="${x1}" y="${middle}"/><di:waypoint x="${x2}" y="${middle}"/></bpmndi:BPMNEdge>`,
    );
  };
  shape('begin', 120, middle - 18, 36, 36);
  if (start) {
    const id = nodes.get(start)!;
    shape(id, 220, middle - TASK.height / 2, TASK.width, TASK.height);
    connect('begin', id, 156, 220);
    connect(id, ADHOC, 220 + TASK.width, box.x);
  } else connect('begin', ADHOC, 156, box.x);
  shape(ADHOC, box.x, box.y, box.width, box.height, ' isExpanded="true"');
  others.forEach((one, index) => {
    const x = box.x + 30 + (index % COLUMNS) * GAP.x;
    const y = box.y + 40 + Math.floor(index / COLUMNS) * GAP.y;
    shape(nodes.get(one)!, x, y, TASK.width, TASK.height);
  });
  shape('finished', box.x + box.width + 60, middle - 18, 36, 36);
  connect(ADHOC, 'finished', box.x + box.width, box.x + box.width + 60);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:verva="https://verva.dev/bpmn" id="definitions" targetNamespace="https://verva.dev/replay">
  <process id="${key}" name="${escapeXml(name)}" isExecutable="true">
    <startEvent id="begin"/>
    ${start ? task(start) : ''}
    <adHocSubProcess id="${ADHOC}" name="Activities" ordering="Parallel" verva:candidateGroups="${ALL_USERS_GROUP}">
      ${others.map(task).join('\n      ')}
    </adHocSubProcess>
    <endEvent id="finished"/>
    ${flows.join('\n    ')}
  </process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${key}">
      ${[...shapes, ...edges].join('\n      ')}
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
  return { key, xml, adhocId: ADHOC, nodes, start, groups };
}

/** Returns the most frequent group of each task; none where most events have no group. */
function usualGroups(log: Log): Map<string, string> {
  const counts = new Map<string, Map<string | null, number>>();
  for (const { events } of log.cases) {
    for (const { task, group } of events) {
      const of = counts.get(task) ?? new Map<string | null, number>();
      of.set(group, (of.get(group) ?? 0) + 1);
      counts.set(task, of);
    }
  }
  const usual = new Map<string, string>();
  for (const [task, of] of counts) {
    const [group] = [...of].sort((a, b) => b[1] - a[1])[0]!;
    if (group !== null) usual.set(task, group);
  }
  return usual;
}

/** Converts names to unique ids of Latin letters and digits. */
export function uniqueIds(names: readonly string[], prefix: string, separator: '-' | '_' | '.'): [string, string][] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const parts =
      name
        .normalize('NFKD')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    let id = `${prefix}${parts.join(separator)}`.slice(0, 50);
    if (id === prefix || taken.has(id)) id = `${id}${separator}${index + 1}`;
    taken.add(id);
    return [name, id];
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
