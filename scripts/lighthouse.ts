// Runs Lighthouse on the four most visited pages, or on every page of the menu, and compares the scores with their targets:
//   npm run lighthouse            three runs each, the median counts
//   npm run lighthouse -- 5       five runs
//   npm run lighthouse -- 1 inbox one run of the pages whose name begins with this
//   npm run lighthouse -- 1 menu  one run of every page of the menu, on a phone
// Prints the audits that cost a page points below the table.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Page } from 'puppeteer-core';
import { SESSION_KEY } from '../src/shared/session/stored-session.ts';
import { CHROMIUM } from '../test/support/chromium.ts';
import { client, identityToken, identityTokens } from '../test/support/identity-client.ts';
import { freePort, startVerva } from '../test/support/verva.ts';

// Only this script needs it, and it weighs 176 MB, so it is not a dependency.
const VERSION = '13.5.0';
const FOLDER = join(import.meta.dirname, `../.cache/lighthouse-${VERSION}`);
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof TARGETS;
const CATEGORIES = Object.keys(TARGETS) as Category[];

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
}
interface Result {
  readonly lhr: {
    readonly categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
    readonly audits: Record<string, Audit>;
  };
}
type Lighthouse = (url: string, flags: object, config: object | undefined, page: Page) => Promise<Result>;

async function load(path: string): Promise<{ default: unknown }> {
  const entry = join(FOLDER, 'node_modules/lighthouse/core', path);
  if (!existsSync(entry)) {
    console.log(`Fetching Lighthouse ${VERSION} …`);
    await mkdir(FOLDER, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', FOLDER, ...options, `lighthouse@${VERSION}`], { stdio: 'inherit' });
  }
  return import(pathToFileURL(entry).href);
}

const VISITED = ['sign-in', 'inbox', 'intranet', 'portal'];
/** Names of the pages of the menu begin with this. */
const MENU = 'menu';
const runs = Number(process.argv[2] ?? 3);
const only = process.argv[3] ?? '';
if (!(runs >= 1) || ![MENU, ...VISITED].some((name) => name.startsWith(only) || only.startsWith(MENU))) {
  console.log(`How many runs, and which of the pages ${VISITED.join(', ')} and ${MENU}?`);
  process.exit(1);
}
const lighthouse = (await load('index.js')).default as Lighthouse;
const presets = { mobile: undefined, desktop: (await load('config/desktop-config.js')).default as object };

const [intranetPort, portalPort] = [await freePort(), await freePort()];
const browser = await puppeteer.launch({ ...CHROMIUM, headless: true });
const verva = await startVerva({ DEMO_PORT: String(intranetPort), DEMO_PORTAL_PORT: String(portalPort) });

interface Measured {
  readonly name: string;
  readonly url: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly sizes: readonly (keyof typeof presets)[];
}

/** Signs in before the page is measured, like a returning user. */
const keepSession = (who: string) => async (page: Page) => {
  const { RefreshToken } = await identityTokens(verva.url, who, 'Verva-demo-2026');
  await page.goto(`${verva.url}/login`);
  const entry = JSON.stringify({ v: RefreshToken, exp: Date.now() + 86_400_000 });
  await page.evaluate((key, value) => localStorage.setItem(key, value), SESSION_KEY, entry);
};

const sizes = ['mobile', 'desktop'] as const;
const visited: readonly Measured[] = [
  { name: 'sign-in', url: `${verva.url}/login`, sizes },
  { name: 'inbox', url: `${verva.url}/inbox`, prepare: keepSession('mart.kask'), sizes },
  { name: 'intranet', url: `http://127.0.0.1:${intranetPort}/`, sizes },
  { name: 'portal', url: `http://127.0.0.1:${portalPort}/`, sizes },
];

/** The pages of the menu: those of a manager, and those that only an administrator has. */
async function pagesOfMenu(): Promise<readonly Measured[]> {
  interface Entry {
    readonly path: string;
    readonly meta: { readonly page?: string };
    readonly children: readonly Entry[];
  }
  const flat = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
  const found = new Map<string, Measured>();
  for (const who of ['mart.kask', 'anna.tamm']) {
    const { body } = await client(verva.url, await identityToken(verva.url, who))('GET', '/api/menus/mine');
    for (const { path, meta } of flat(body)) {
      const name = `${MENU}${path.replaceAll('/', '-')}`;
      const page = { name, url: verva.url + path, prepare: keepSession(who), sizes: ['mobile'] as const };
      if (meta.page !== 'section' && !found.has(name)) found.set(name, page);
    }
  }
  return [...found.values()];
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function measure({ url, prepare }: Measured, preset: keyof typeof presets): Promise<Result['lhr'][]> {
  const results: Result['lhr'][] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await prepare?.(page);
      // The stored session is kept, while files are loaded as on a first visit.
      const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' };
      const { lhr } = await lighthouse(url, flags, presets[preset], page);
      results.push(lhr);
    } finally {
      await context.close();
    }
  }
  return results;
}

let missed = 0;
const reasons: string[] = [];
try {
  console.log(`Lighthouse ${VERSION}, ${await browser.version()}, median of ${runs}, target in brackets\n`);
  console.log(['page'.padEnd(34), ...CATEGORIES.map((id) => `${id} (${TARGETS[id]})`.padEnd(22)), 'load'].join(''));
  const ofMenu = only.startsWith(MENU) ? await pagesOfMenu() : [];
  for (const measured of [...visited, ...ofMenu].filter(({ name }) => name.startsWith(only))) {
    const { name } = measured;
    for (const preset of measured.sizes) {
      const results = await measure(measured, preset);
      const scores = CATEGORIES.map((id) => median(results.map((lhr) => Math.round(lhr.categories[id].score * 100))));
      const load = loadavg()[0]?.toFixed(1);
      console.log([`${name} ${preset}`.padEnd(34), ...scores.map((score) => String(score).padEnd(22)), load].join(''));
      missed += scores.filter((score, index) => score < TARGETS[CATEGORIES[index]!]).length;
      reasons.push(...lost(`${name} ${preset}`, results.at(-1)!));
    }
  }
} finally {
  await browser.close();
  await verva.stop();
}
if (reasons.length) console.log(`\nWhere points were lost, in the last run of each:\n${reasons.join('\n')}`);
console.log(missed ? `\n${missed} scores are below their target.` : '\nEvery score reaches its target.');
process.exit(missed ? 1 : 0);

/** Returns the audits that cost a page a relevant number of points. */
function lost(name: string, { categories, audits }: Result['lhr']): string[] {
  return CATEGORIES.flatMap((id) =>
    categories[id].auditRefs
      .filter(({ weight }) => weight > 0)
      .map((ref) => audits[ref.id]!)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id: audit, score, displayValue }) => `  ${name}: ${audit} ${score} ${displayValue ?? ''}`),
  );
}
