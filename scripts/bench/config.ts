import { zipOf } from '../../src/server/platform/content/zip.ts';
import { bpmn, end, sequence, start, userTask } from '../../test/support/bpmn.ts';
import { type Kind, openTestDatabase } from '../../test/support/databases.ts';
import { createTestTenant } from '../../test/support/test-tenant.ts';
import { ensureCluster } from './bench.ts';
import { against, type Line, seconds } from './report.ts';

/** Seconds in which a plan, and in which its application, has to end. */
const MOST = { postgres: 2, pglite: 10 } as const satisfies Readonly<Record<Kind, number>>;
const LINE = '01935a3c-5b2e-7c41-9d0a-6f3e2b1c7a91';

/** Measures the plan and the application of a configuration of so many objects in an empty organisation. */
export async function measureConfig(
  say: (line: string) => void,
  objects: number,
  kinds: readonly Kind[],
): Promise<Line[]> {
  await ensureCluster();
  const lines: Line[] = [];
  for (const kind of kinds) {
    say(`applying a configuration of ${objects} objects on ${kind} …`);
    lines.push(...(await measureOn(kind, objects)));
  }
  return lines;
}

async function measureOn(kind: Kind, objects: number): Promise<Line[]> {
  const db = await openTestDatabase(kind);
  try {
    const { people } = await createTestTenant(db, 'configured', { pia: ['verva.admin', 'admin'] });
    const pia = people.pia!;
    const file = fileOf(objects);
    const plan = () => pia.send('POST', '/api/config/plan', file, { 'content-type': 'application/zip' });
    const planned = await timed(plan);
    const { id, faults, steps } = planned.result.body;
    if (planned.result.status !== 201 || faults.length > 0 || steps.length !== objects)
      throw new Error(`The plan is not whole: ${JSON.stringify(planned.result.body).slice(0, 500)}`);
    const applied = await timed(() => pia.post(`/api/config/${id}/apply`, {}));
    if (applied.result.status !== 200) throw new Error(JSON.stringify(applied.result.body));
    const again = await timed(plan);
    if (again.result.body.steps.length > 0) throw new Error('The same file differs after it was applied.');
    const line = (what: string, took: number): Line => ({
      what: `${what} of ${objects} objects, ${kind}`,
      measured: seconds(took),
      ...against(took / 1000, { most: MOST[kind] }, ' s'),
    });
    return [
      line('Plan of a configuration', planned.took),
      line('Application', applied.took),
      line('Plan of the same file', again.took),
    ];
  } finally {
    await db.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly took: number }> {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
}

/** A file as of a real organisation: a tenth are processes, three tenths forms; the rest groups, dropdowns and items. */
function fileOf(objects: number): Buffer {
  const files = Array.from({ length: objects }, (_, index) => filesOf(index)).flat();
  const kinds = ['catalogue-items', 'dropdowns', 'forms', 'groups', 'processes'];
  const manifest = JSON.stringify({ format: 1, line: LINE, kinds });
  return zipOf(
    [...files, ['verva.json', manifest] as const].map(([name, text]) => ({ name, content: Buffer.from(text) })),
  );
}

function filesOf(index: number): (readonly [name: string, text: string])[] {
  const id = `bench${index}`;
  const title = { en: `Object ${index}` };
  const json = (kind: string, content: object) => [`${kind}/${id}.json`, JSON.stringify(content)] as const;
  switch (index % 10) {
    case 0: {
      const model = bpmn(id, sequence(start, userTask('decide', 'verva:candidateGroups="admin"'), end));
      return [json('processes', { key: id }), [`processes/${id}.bpmn`, model]];
    }
    case 1:
    case 2:
    case 3:
      return [json('forms', { id, body: formOf(id, title) })];
    case 4:
    case 5:
      return [json('groups', { id, name: title.en })];
    case 6:
    case 7: {
      const options = Array.from({ length: 20 }, (_, option) => ({ id: `${option}`, defaultText: `Option ${option}` }));
      return [json('dropdowns', { id, name: title.en, options })];
    }
    default:
      return [json('catalogue-items', { id, kind: 'link', target: '/manuals', title })];
  }
}

const formOf = (id: string, title: object) => ({
  ...{ formatVersion: 1, id, title },
  root: {
    type: 'stack',
    id: 'root',
    children: Array.from({ length: 12 }, (_, field) => ({
      type: 'text',
      key: `field${field}`,
      label: { en: `Field ${field}` },
    })),
  },
});
