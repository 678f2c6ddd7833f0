// Measures the cost of a key in a large form in Chromium: ours, form-js's viewer and react-hook-form with the same
// form, each in a shadow root and a separate browser, under the strict policy as far as possible. Prints also lost keys
// and wrong computed values; asserts nothing.
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser, newPage } from '../../test/support/browser.ts';
import { longTable, manyFields, type SampleForm } from '../../test/support/form-page/sample.ts';
import { buildPages, type ServedPages, servePages, violationsOf } from '../../test/support/form-page/serve.ts';
import type { Probe } from './form-page/probe.ts';
import { against, type Line, ms, seconds } from './report.ts';

const PAGES = join(import.meta.dirname, 'form-page');
const ENGINES = {
  ours: { page: 'verva', file: 'verva.ts' },
  'react-hook-form': { page: 'react-hook-form', file: 'react-hook-form.tsx' },
  'form-js, computing with each key': { page: 'form-js#at-once', file: 'form-js.ts' },
  'form-js as it comes, computing 300 ms after the last key': { page: 'form-js', file: 'form-js.ts' },
  'a box without a form': { page: 'bare', file: 'bare.ts' },
} as const;
type EngineName = keyof typeof ENGINES;
const NAMES = Object.keys(ENGINES) as EngineName[];
const RIVALS = NAMES.filter((name) => name !== 'ours' && name !== 'a box without a form');

interface Amount {
  /** Keys in each form. */
  readonly keys: number;
  readonly fields: number;
  /** Rows of the table; without them only the form of fields is measured. */
  readonly rows?: number;
}

const samplesOf = ({ fields, rows }: Amount): Readonly<Record<string, SampleForm>> => ({
  [`${fields} fields, ${fields / 15} sums, ${fields / 15} conditions`]: manyFields(fields),
  ...(rows ? { [`${rows} rows × 4 columns with sums and total`]: longTable(rows) } : {}),
});
const AIMS = { p50: 8, p95: 16 };
/** An engine that takes longer is abandoned. */
const LIMIT_MS = 60_000;
const TIMEOUT_MS = 10_000;
const WARM_UP = 11;
/** Average pause between two keys; a random part distributes them over all moments between two frames. */
const PAUSE_MS = 60;

interface Taken {
  readonly mount: number;
  readonly wrong: string | null;
  readonly nodes: number;
  readonly p50: number;
  readonly p95: number;
  /** Processor milliseconds of the main thread for each key: scripts, and in total. */
  readonly script: number;
  readonly busy: number;
  /** What the strict policy refused; such an engine was then measured without Trusted Types. */
  readonly violations: readonly string[];
}

/** Progress of an engine: when its form was visible, and how long each key took as seen from outside. */
interface Progress {
  mount: number | null;
  readonly keys: number[];
}

/** Progress of an engine that was too slow. */
type Unfinished = Readonly<Progress>;

/** Measures keys in each form of each engine. */
export async function measureFormsInBrowser(say: (line: string) => void, amount: Amount): Promise<Line[]> {
  say('building the pages of the forms …');
  const files = Object.values(ENGINES).map(({ file }) => [file.replace(/\..*/, ''), join(PAGES, file)]);
  const pages = await servePages(await buildPages('bench-forms', Object.fromEntries(files)));
  const lines: Line[] = [];
  for (const [form, sample] of Object.entries(samplesOf(amount))) {
    const results = new Map<EngineName, Taken | Unfinished>();
    for (const name of NAMES) {
      say(`${form}: ${name} …`);
      results.set(name, await measure(pages, ENGINES[name].page, sample, amount.keys));
    }
    lines.push(...report(form, results));
  }
  pages.close();
  return lines;
}

async function measure(
  pages: ServedPages,
  page: string,
  sample: SampleForm,
  keys: number,
): Promise<Taken | Unfinished> {
  const browser = await launchBrowser();
  const sofar: Progress = { mount: null, keys: [] };
  const violations = await violationsIn(browser, pages.address(page), sample.table !== null);
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Unfinished>((resolve) => {
    timer = setTimeout(() => resolve({ ...sofar }), LIMIT_MS);
  });
  const run = pressKeys(browser, pages.address(page, violations.length > 0), sample, keys, sofar);
  // An abandoned run fails when its browser is closed.
  run.catch(() => {});
  try {
    const result = await Promise.race([run, tooLong]);
    return 'p50' in result ? { ...result, violations } : result;
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}

async function pressKeys(
  browser: Browser,
  address: string,
  sample: SampleForm,
  keys: number,
  sofar: Progress,
): Promise<Omit<Taken, 'violations'>> {
  const { page } = await newPage(browser);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await page.waitForFunction(() => 'probe' in window);
  const mount = await page.evaluate((form) => (window as unknown as Probing).probe.draw(form), sample);
  sofar.mount = mount;
  await page.evaluate(() => (window as unknown as Probing).probe.focus());
  const started = await page.evaluate(() => (window as unknown as Probing).probe.value());
  for (let index = 0; index < WARM_UP; index += 1) await press(page, cdp, index, sofar);
  await page.evaluate(() => void (window as unknown as Probing).probe.taken());
  const before = await spent(cdp);
  for (let index = 0; index < keys; index += 1) {
    await press(page, cdp, WARM_UP + index, sofar);
  }
  const after = await spent(cdp);
  const times = await page.evaluate(() => (window as unknown as Probing).probe.taken());
  const typed = (WARM_UP + keys) % 2 === 0 ? '' : digit(WARM_UP + keys - 1);
  return {
    mount,
    wrong: await wrongIn(page, sample, started + typed),
    nodes: await page.evaluate(() => (window as unknown as Probing).probe.nodes()),
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    script: (after.script - before.script) / keys,
    busy: (after.busy - before.busy) / keys,
  };
}

function at(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] as number;
}

/** Returns what the policy refuses in a small form of the same kind. */
async function violationsIn(browser: Browser, address: string, isTable: boolean): Promise<string[]> {
  const { page, context } = await newPage(browser);
  const violations = await violationsOf(page);
  await page.goto(address);
  await page.waitForFunction(() => 'probe' in window);
  const drawn = page.evaluate(
    (form) => (window as unknown as Probing).probe.draw(form),
    isTable ? longTable(5) : manyFields(15),
  );
  // If the policy refuses something essential, the form never appears.
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]).catch(() => {});
  const found = await violations();
  await context.close();
  return found;
}

interface Probing {
  readonly probe: Probe;
}

const digit = (index: number): string => String(1 + ((index / 2) % 9));

/** Types a digit, or deletes the last one: fields that depend on a large number appear and disappear. */
async function press(page: Page, cdp: CDPSession, index: number, { keys }: Progress): Promise<void> {
  const began = performance.now();
  const text = digit(index);
  const key =
    index % 2 === 0
      ? { key: text, code: `Digit${text}`, windowsVirtualKeyCode: 48 + Number(text), text }
      : { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 };
  await cdp.send('Input.dispatchKeyEvent', { type: index % 2 === 0 ? 'keyDown' : 'rawKeyDown', ...key });
  await cdp.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
  await page.evaluate(() => (window as unknown as Probing).probe.settled());
  keys.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS + Math.random() * 17));
}

/** Returns errors in the typed value and in the values computed from it at the end; undefined if there are none. */
async function wrongIn(page: Page, { table, target, sums, values }: SampleForm, value: string): Promise<string | null> {
  const shown = await page.evaluate(() => (window as unknown as Probing).probe.value());
  if (shown !== value) return `keys were lost: the box holds ${shown} instead of ${value}`;
  if (new URL(page.url()).pathname === '/bare') return null;
  let expected = 0;
  if (table) {
    const rows = values[table.key] as unknown as readonly { readonly qty: number; readonly price: number }[];
    rows.forEach(({ qty, price }, row) => {
      expected += (row === target.row ? Number(value) : qty) * price;
    });
  } else {
    for (const key of sums[0]?.of ?? []) expected += key === target.key ? Number(value) : Number(values[key]);
  }
  const isRight = page.waitForFunction(
    (number) => Number((window as unknown as Probing).probe.computed().replace(/[^\d.]/g, '')) === number,
    expected,
    { polling: 100, timeout: TIMEOUT_MS },
  );
  return isRight.then(
    () => null,
    () => `what is computed is not ${expected}`,
  );
}

async function spent(cdp: CDPSession): Promise<{ script: number; busy: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  return { script: of('ScriptDuration'), busy: of('TaskDuration') };
}

const isTaken = (result: Taken | Unfinished | undefined): result is Taken => result !== undefined && 'p50' in result;

function report(form: string, results: ReadonlyMap<EngineName, Taken | Unfinished>): Line[] {
  const lines: Line[] = [];
  const ours = results.get('ours');
  if (isTaken(ours)) {
    for (const part of ['p50', 'p95'] as const) {
      lines.push({
        what: `Key to the next frame, ${form}, ${part}`,
        measured: ms(ours[part]),
        ...against(ours[part], { most: AIMS[part] }, ' ms'),
        behind: floorOf(results, part),
      });
    }
    for (const name of RIVALS) lines.push(ratio(form, ours, name, results.get(name) as Taken | Unfinished));
  }
  for (const name of NAMES)
    lines.push({ what: `${form}: ${name}`, ...inNumbers(results.get(name) as Taken | Unfinished) });
  return lines;
}

function floorOf(results: ReadonlyMap<EngineName, Taken | Unfinished>, part: 'p50' | 'p95'): string {
  const bare = results.get('a box without a form');
  return isTaken(bare) ? `${ms(bare[part])} in a box without a form` : '';
}

function ratio(form: string, ours: Taken, name: EngineName, theirs: Taken | Unfinished): Line {
  const what = `Ours to ${name}, ${form}`;
  if (!isTaken(theirs)) return { what, measured: unfinished(theirs) };
  const part = (key: 'p50' | 'p95' | 'script' | 'busy' | 'mount') => (ours[key] / theirs[key]).toFixed(2);
  return {
    what,
    measured: `p50 ${part('p50')}, p95 ${part('p95')}`,
    behind: `script for a key ${part('script')}, main thread for a key ${part('busy')}, drawing the form ${part('mount')}`,
  };
}

function inNumbers(taken: Taken | Unfinished): Pick<Line, 'measured' | 'behind'> {
  if (!isTaken(taken)) return { measured: unfinished(taken) };
  return {
    measured: `p50 ${ms(taken.p50)}, p95 ${ms(taken.p95)}`,
    behind: `for a key ${ms(taken.script)} script, ${ms(taken.busy)} main thread; drawn in ${ms(taken.mount)}, ${taken.nodes.toLocaleString('en')} elements; ${refused(taken)}${taken.wrong ? `; ${taken.wrong}` : ''}`,
  };
}

function refused({ violations: [first] }: Taken): string {
  return first === undefined
    ? 'nothing refused by the policy'
    : `refused (${first.split(' ')[0]}), so measured without Trusted Types`;
}

function unfinished({ mount, keys }: Unfinished): string {
  const where =
    mount === null
      ? 'the form was not there'
      : `drawn in ${seconds(mount)}, ${keys.length} keys${keys.length > 0 ? `, p50 ${ms(at(keys, 0.5))}` : ''}`;
  return `did not finish in ${LIMIT_MS / 1000} s: ${where}`;
}
