// Import directions (docs/conventions.md): by pattern, so that a new widget or module needs no change here.
import { readdirSync, readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';

const PROCESSES = 'src/server/modules/processes';
/** Folders that import one way: each may import those listed before it. */
const ORDER = {
  'src/shared': [
    ...['contracts', 'forms', 'drafts', 'page', 'locale', 'api', 'texts', 'session', 'administration'],
    ...[
      'element',
      'ui',
      'comments',
      'define-widget',
      'lists',
      'manual-html',
      'form-view',
      'form-draft',
      'records',
      'saved-views',
      'imports',
      'runs',
      'registry',
    ],
  ],
  'src/server/platform': ['workers', 'content', 'filters', 'jobs', 'auth', 'http'],
  [PROCESSES]: ['engine', 'import', 'definitions', 'running', 'api'],
  'src/server/modules/tasks': ['access', 'forms', 'lists', 'actions', 'collaboration', 'multi-action', 'api'],
  'src/server/modules/manuals': [
    ...['text', 'manual', 'groups', 'audience', 'assignment', 'versions'],
    ...['authoring', 'import', 'release', 'reading', 'lists'],
  ],
  'src/server/modules/signin': [
    ...['core', 'throttle', 'modes', 'tokens', 'passwords', 'mails', 'challenges'],
    ...['recovery', 'email-change', 'providers', 'administration', 'factors', 'sessions', 'cognito'],
  ],
};

function oneWay(parent, folders) {
  return folders.slice(0, -1).map((folder, index) => ({
    name: `${parent}: ${folders.join(' <- ')}`,
    from: { path: `^${parent}/${folder}/`, pathNot: '\\.test\\.' },
    to: { path: `^${parent}/(${folders.slice(index + 1).join('|')})/` },
  }));
}

/** Folders whose place in the order is missing, and places without a folder. */
const misplaced = Object.entries(ORDER).flatMap(([parent, folders]) => {
  const found = readdirSync(parent, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  return [
    ...found
      .filter((name) => !folders.includes(name))
      .map((name) => `no place in the order of folders: ${parent}/${name}`),
    ...folders.filter((name) => !found.includes(name)).map((name) => `no such folder: ${parent}/${name}`),
  ];
});

const forbidden = [
  { name: 'no cycles', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
  {
    name: 'contracts import only themselves and typebox',
    from: { path: '^src/shared/contracts/', pathNot: '\\.test\\.' },
    to: { pathNot: '^(src/shared/contracts/|node_modules/typebox|typebox)' },
  },
  {
    name: 'forms import contracts and signals only',
    from: { path: '^src/shared/forms/', pathNot: '\\.test\\.' },
    to: { pathNot: '^(src/shared/(forms|contracts)/|node_modules/@preact/signals-core)' },
  },
  {
    name: 'shared knows no widget, host or server',
    from: { path: '^src/shared/' },
    to: { path: '^src/(widgets|host|server)/' },
  },
  {
    name: 'a widget knows no other widget, no host, no server',
    from: { path: '^src/widgets/([^/]+)/' },
    to: { path: '^src/(widgets/(?!$1/)|host|server)' },
  },
  {
    name: 'the host sees a widget only through its index',
    from: { path: '^src/host/' },
    to: { path: '^src/widgets/[^/]+/(?!index\\.ts$)' },
  },
  { name: 'the host knows no server', from: { path: '^src/host/' }, to: { path: '^src/server/' } },
  {
    name: 'the platform knows no module',
    from: { path: '^src/server/platform/' },
    to: { path: '^src/server/modules/' },
  },
  {
    name: 'the server loads no browser code',
    from: { path: '^src/server/', pathNot: '\\.test\\.' },
    to: { path: '^src/(widgets|host|shared/(element|session|api|ui))/' },
  },
  {
    name: 'a module sees another only through its index',
    from: { path: '^src/server/modules/([^/]+)/' },
    to: { path: '^src/server/modules/(?!$1/)[^/]+/(?!index\\.ts$)' },
  },
  ...Object.entries(ORDER).flatMap(([parent, folders]) => oneWay(parent, folders)),
  {
    name: 'the process engine and the import of drawings do no I/O',
    from: { path: `^${PROCESSES}/(engine|import)/`, pathNot: '\\.test\\.' },
    to: {
      pathNot: `^(${PROCESSES}/(engine|import)/|src/shared/contracts/process-findings\\.rules\\.|(node_modules/)?(bpmn-moddle|feelin|temporal-polyfill)(/|$))`,
    },
  },
  {
    name: 'in the process module only .store.ts and .query.ts have SQL',
    from: { path: `^${PROCESSES}/`, pathNot: '\\.(store|query|test)\\.ts$' },
    to: { path: '^node_modules/kysely/' },
  },
  {
    name: 'nothing that only tests and tools need comes to a browser',
    from: { path: '^src/(loader|widgets|host|shared)', pathNot: '\\.test\\.' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
  { name: 'demo pages know nothing of src', from: { path: '^demo/' }, to: { path: '^src/' } },
  {
    name: 'src knows no script, build plugin or test',
    from: { path: '^src/', pathNot: '\\.(test|support)\\.' },
    to: { path: '^(scripts|build|test)/' },
  },
  {
    name: 'a folder of scripts knows no other folder of scripts',
    from: { path: '^scripts/([^/]+)/' },
    to: { path: '^scripts/(?!$1/)' },
  },
  {
    name: 'a build plugin knows the browser code that it builds, no server, script or test',
    from: { path: '^build/', pathNot: '\\.test\\.' },
    to: { path: '^(scripts|test|src/(server|host))/' },
  },
];

const { output } = await cruise(['src', 'demo', 'scripts', 'build'], {
  ruleSet: { forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })) },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  // Anchored: most packages keep their code in node_modules/…/dist, and the rules must see an import of it.
  exclude: { path: '^(dist|data)/' },
  enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
});
const sources = output.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
const FEWEST_MODULES = 60;
if (sources < FEWEST_MODULES) {
  // Without its TypeScript parser the tool reads no module and reports no violation.
  console.error(`Only ${sources} modules were read; at least ${FEWEST_MODULES} were expected. Is @swc/core installed?`);
  process.exit(1);
}
for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
for (const place of misplaced) console.error(place);

const WRITES = /\b(INSERT INTO|UPDATE \w+|DELETE FROM|FOR (NO KEY )?UPDATE|pg_advisory_)/;
const writing = output.modules
  .map(({ source }) => source)
  .filter((source) => /^src\/server\/.*\.query\.ts$/.test(source) && WRITES.test(readFileSync(source, 'utf8')));
for (const source of writing) console.error(`a .query.ts only reads, a .store.ts may write or lock: ${source}`);
process.exit(output.summary.violations.length + misplaced.length + writing.length > 0 ? 1 : 0);
