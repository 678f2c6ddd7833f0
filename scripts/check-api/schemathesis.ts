import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '4.32.5';
const HOME = join(import.meta.dirname, '../../.cache/schemathesis', VERSION);
const PROGRAM = join(HOME, 'bin/schemathesis');
/** Written last, so that an interrupted installation is repeated. */
const WHOLE = join(HOME, 'whole');
const INSTALL_MS = 300_000;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];

/**
 * Installs Schemathesis from PyPI, once per version. Returns the reason when that is impossible; otherwise undefined.
 */
export function missingTool(say: (line: string) => void): string | undefined {
  if (existsSync(WHOLE)) return undefined;
  const python = spawnSync('python3', ['-c', 'import sys, ensurepip, venv; print(sys.version_info >= (3, 10))'], {
    encoding: 'utf8',
  });
  if (python.stdout?.trim() !== 'True') return 'Python 3.10 or newer with venv and pip is needed.';
  say(`Installing Schemathesis ${VERSION} from PyPI …`);
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  const steps = [
    ['python3', '-m', 'venv', HOME],
    [join(HOME, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`],
  ] as const;
  for (const [command, ...args] of steps) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: INSTALL_MS });
    if (status === 0) continue;
    const reason = (stderr ?? '').trim().split('\n').at(-1) ?? '';
    return `Schemathesis cannot be installed from PyPI. ${reason}`.trim();
  }
  writeFileSync(WHOLE, '');
  return undefined;
}

export interface Run {
  /** Address of the server. */
  readonly url: string;
  readonly token: string;
  /** Configuration file. */
  readonly config: string;
  /** Folder for its output. */
  readonly folder: string;
  readonly seed: number;
  /** Generated requests for each operation. */
  readonly examples: number;
  /** Excluded paths. */
  readonly without: readonly string[];
  readonly limitMs: number;
}

/** Runs Schemathesis and shows its output. Returns true when every response matched the document. */
export async function runSchemathesis(run: Run): Promise<boolean> {
  const args = [
    ...['--config-file', run.config],
    ...['run', `${run.url}/api/openapi.json`],
    ...['--header', `Authorization: Bearer ${run.token}`],
    ...['--checks', CHECKS.join(',')],
    ...['--phases', 'examples,coverage,fuzzing'],
    ...['--max-examples', String(run.examples), '--seed', String(run.seed), '--generation-database', 'none'],
    // More than one thread would make the order of requests, and so the answers, differ from run to run.
    ...['--workers', '1', '--continue-on-failure', '--no-shrink', '--no-color'],
    ...['--request-timeout', '60', '--suppress-health-check', 'all', '--warnings', 'off'],
    ...run.without.flatMap((path) => ['--exclude-path', path]),
  ];
  const child = spawn(PROGRAM, args, {
    cwd: run.folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: run.limitMs,
  });
  const status = await new Promise<number | null>((done, failed) => child.on('exit', done).on('error', failed));
  return status === 0;
}
