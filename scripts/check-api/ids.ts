interface Source {
  /** Matches paths whose first parameter takes these values. */
  readonly paths: RegExp;
  readonly parameter: string;
  /** The list to read ids from, or the values themselves. */
  readonly from: string | readonly string[];
  readonly field?: string;
}

const SOURCES: readonly Source[] = [
  { paths: /^\/api\/tasks\/\{id\}/, parameter: 'id', from: '/api/tasks' },
  { paths: /^\/api\/tasks\/next\//, parameter: 'id', from: '/api/tasks' },
  { paths: /^\/api\/instances\/\{id\}/, parameter: 'id', from: '/api/instances' },
  { paths: /^\/api\/processes\/\{key\}/, parameter: 'key', from: '/api/processes', field: 'key' },
  { paths: /^\/api\/forms\/\{id\}/, parameter: 'id', from: '/api/forms' },
  { paths: /^\/api\/dropdowns\/\{id\}/, parameter: 'id', from: '/api/dropdowns' },
  { paths: /^\/api\/dropdowns\/\{dropdownId\}/, parameter: 'dropdownId', from: '/api/dropdowns' },
  { paths: /^\/api\/departments\/\{id\}/, parameter: 'id', from: '/api/departments' },
  { paths: /^\/api\/records\//, parameter: 'resource', from: ['assets', 'cases', 'manuals', 'readings'] },
  { paths: /^\/api\/records\//, parameter: 'recordId', from: '/api/records/assets' },
  { paths: /^\/api\/manuals\/\{id\}/, parameter: 'id', from: '/api/records/manuals' },
  { paths: /^\/api\/manuals\/readings\//, parameter: 'id', from: '/api/records/readings' },
  { paths: /^\/api\/manuals\/.*\{number\}/, parameter: 'number', from: ['1', '2'] },
  { paths: /\{languageId\}/, parameter: 'languageId', from: ['en', 'et', 'ru'] },
  { paths: /\{userId\}/, parameter: 'userId', from: '/api/identity/users' },
];

type Json = Record<string, unknown>;

/**
 * Returns a configuration for Schemathesis in which half of the generated paths use ids of the demo; random ids would
 * nearly always give 404. Users in `without` are never used, so that their sessions survive.
 */
export async function configuration(
  paths: readonly string[],
  get: (path: string) => Promise<unknown>,
  without: readonly string[],
): Promise<string> {
  const dictionaries: string[] = [];
  const bindings = new Map<string, string[]>();
  for (const [index, source] of SOURCES.entries()) {
    const values = (await valuesOf(source, get)).filter((value) => !without.includes(value));
    if (values.length === 0) continue;
    const name = `ids${index}`;
    dictionaries.push(`[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}\n`);
    for (const path of paths) {
      if (!source.paths.test(path) || !path.includes(`{${source.parameter}}`)) continue;
      const binding = `"path.${source.parameter}" = { dictionary = "${name}", probability = 0.5 }`;
      bindings.set(path, [...(bindings.get(path) ?? []), binding]);
    }
  }
  const operations = [...bindings].map(
    ([path, lines]) =>
      `[[operations]]\ninclude-path = ${JSON.stringify(path)}\n[operations.parameters]\n${lines.join('\n')}\n`,
  );
  return [...dictionaries, ...operations].join('\n');
}

async function valuesOf({ from, field = 'id' }: Source, get: (path: string) => Promise<unknown>): Promise<string[]> {
  if (typeof from !== 'string') return [...from];
  const reply = await get(from);
  const rows = (Array.isArray(reply) ? reply : ((reply as Json).items ?? [])) as Json[];
  return rows.slice(0, 20).map((row) => String(row[field]));
}
