// Provides what every entry script needs: packages, a recent Node, a browser, PostgreSQL. Has no dependency and runs on
// any Node from 20.11, so it must not use newer features.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The version of Node that is downloaded if the installed one cannot run TypeScript sources. */
const FETCHED_NODE = '24.21.0';
const stampFile = join(root, 'node_modules', '.install-stamp');

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
};

function installFingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Runs npm by its own script if npm started this process, so that neither a shell nor PATH decides which one runs. */
function npm(args, options = {}) {
  const script = process.env.npm_execpath;
  const own = script && /npm-cli\.js$/.test(script);
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PUPPETEER_SKIP_DOWNLOAD: '1',
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  };
  // Options of the outer npm (omit=dev, a prefix, …) must not reach the inner one.
  for (const key of Object.keys(env)) {
    if (
      /^npm_(config_(omit|include|production|global|prefix|local_prefix|dry_run|ignore_scripts)|lifecycle|package|command)/i.test(
        key,
      )
    ) {
      delete env[key];
    }
  }
  return spawnSync(own ? process.execPath : 'npm', [...(own ? [script] : []), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    shell: !own && process.platform === 'win32',
    ...options,
  });
}

/** Installs the packages of the lock file if they are missing. */
export function ensurePackages() {
  const fingerprint = installFingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return;
  console.log('Installing packages (about a minute the first time) …');
  rmSync(stampFile, { force: true });
  const quiet = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // A registry without packages for other platforms makes `npm ci` refuse the lock file; `install --no-save` installs
  // the same versions and leaves it unchanged.
  const attempts = [
    ['ci', ...quiet],
    ['install', '--no-save', ...quiet],
    ['install', '--no-save', ...quiet],
  ];
  const done = attempts.some((args, index) => {
    const result = npm(args, index === 0 ? { stdio: ['ignore', 'ignore', 'ignore'] } : {});
    return result.status === 0;
  });
  if (!done) {
    console.error(
      'The packages could not be installed; see the lines above. Check the connection to the npm registry and try again.',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, fingerprint);
}

/** Returns the path of a Node that runs the sources: this one, or one downloaded into .cache. */
export function nodeBinary() {
  if (isNewEnough(process.version)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(root, '.cache', 'node');
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const works = () => {
    try {
      return existsSync(binary) && isNewEnough(execFileSync(binary, ['-v'], { encoding: 'utf8' }).trim());
    } catch {
      // A binary for another C library exists but does not start.
      return false;
    }
  };
  if (!works()) {
    console.log(`Fetching Node ${FETCHED_NODE} (this machine has ${process.version}) …`);
    mkdirSync(folder, { recursive: true });
    npm(
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `${name}@${FETCHED_NODE}`,
      ],
      {
        cwd: folder,
      },
    );
  }
  if (works()) return binary;
  console.error(
    `Node 22.19 or newer is needed and could not be fetched for ${name}; this is ${process.version}. Install a newer Node and try again.`,
  );
  process.exit(1);
}

/** Runs the calling script again under a recent Node; returns only if this one is recent enough. */
export async function reexec(argv = process.argv.slice(1)) {
  const node = nodeBinary();
  if (node === process.execPath) return;
  const child = spawn(node, [...process.execArgv, ...argv], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, npm_node_execpath: node },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.exit(await new Promise((done) => child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))));
}

function aptInstall(what, packages) {
  const allowed = process.platform === 'linux' && existsSync('/usr/bin/apt-get') && process.env.VERVA_NO_APT !== '1';
  if (!allowed) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const run = (...args) => {
    const [command, ...rest] = [...sudo, ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  };
  console.log(`Installing ${what} with apt …`);
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
  if (run('apt-get', ...wait, 'update'))
    run('apt-get', ...wait, 'install', '-y', '--no-install-recommends', ...packages);
}

/** The headless shell is Chromium without windows and tabs: a fifth less work for a test, and a smaller package. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const findBrowser = () => [process.env.CHROME_PATH, ...BROWSERS].find((path) => path && existsSync(path));

/** Returns the path of a Chromium, installing Debian's if permitted; undefined if there is none. */
export function ensureBrowser() {
  const fonts = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-cjk'];
  if (!findBrowser()) aptInstall('Chromium', ['chromium-headless-shell', ...fonts]);
  // Older releases of Debian have no package for the shell.
  if (!findBrowser()) aptInstall('Chromium', ['chromium', ...fonts]);
  return findBrowser();
}

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const findFirefox = () => [process.env.VERVA_FIREFOX, ...FIREFOXES].find((path) => path && existsSync(path));

/** Finds the MiniBrowser of WebKitGTK, its driver and a virtual display. */
function findWebKit() {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  const browser = libraries
    .map((folder) => join(folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find((path) => existsSync(path));
  const driver = '/usr/bin/WebKitWebDriver';
  return browser && existsSync(driver) && existsSync('/usr/bin/Xvfb') ? { browser, driver } : undefined;
}

/**
 * Returns the programs that test/browsers needs, except Chromium, as environment variables, without the missing ones.
 * With `install`, installs Debian's packages if permitted.
 */
export function otherBrowsers({ install = false } = {}) {
  if (install && !findFirefox()) aptInstall('Firefox', ['firefox-esr']);
  if (install && !findWebKit()) aptInstall('WebKitGTK', ['webkit2gtk-driver', 'xvfb']);
  const firefox = findFirefox();
  const webkit = findWebKit();
  return {
    ...(firefox ? { VERVA_FIREFOX: firefox } : {}),
    ...(webkit ? { VERVA_WEBKIT: webkit.browser, VERVA_WEBKIT_DRIVER: webkit.driver } : {}),
  };
}

function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.VERVA_PG_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/opt/postgresql@17/bin',
    '/opt/homebrew/opt/postgresql@16/bin',
    '/opt/homebrew/opt/postgresql@15/bin',
    '/usr/local/opt/postgresql@15/bin',
  ];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** Returns the folder of PostgreSQL's programs, installing Debian's if permitted; undefined if there is none. */
export function ensurePostgres() {
  if (!findPostgres()) aptInstall('PostgreSQL', ['postgresql']);
  return findPostgres();
}
