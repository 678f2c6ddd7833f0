// Scrolls an inbox of many open tasks in Chromium, compared with an empty scroller of the same size in the same run, at
// full speed and at a quarter of the CPU: duration of frames, and busy time of the browser's main thread. Server and
// database are real.
import { sql } from 'kysely';
import type { CDPSession, Page } from 'playwright-core';
import { openDatabase } from '../../src/server/platform/database.ts';
import { launchBrowser, newPage } from '../../test/support/browser.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { CLERK, createBenchTenant } from './bench-tenant.ts';
import { launchVerva } from './launch.ts';
import { against, type Line, ms } from './report.ts';

/** Two rows per frame: the highest speed at which text is still recognisable. */
const PIXELS = 120;
const AIMS = [
  { slowdown: 1, aim: 20 },
  { slowdown: 4, aim: 33 },
];

interface Frames {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Milliseconds per second that the main thread was busy. */
  readonly busy: number;
}

interface Amount {
  /** Open tasks of the user. */
  readonly tasks: number;
  /** Frames of each measurement. */
  readonly count: number;
}

/** Measures with a separate database in the running cluster. */
export async function measureScroll(say: (line: string) => void, { tasks, count }: Amount): Promise<Line[]> {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const { tenantId, clerkId } = await createBenchTenant(db);
  say(`scrolling: ${tasks.toLocaleString('en')} open tasks for one person …`);
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    await sql`INSERT INTO task (id, name, business_key, priority, due_at)
    SELECT uuid7(), 'Check the application ' || n, 'A-2026-' || lpad(n::text, 6, '0'), 20 + n % 70,
      CASE WHEN n % 20 = 0 THEN 'infinity' ELSE date_trunc('minute', now()) + make_interval(mins => n - ${tasks / 10}::int) END
    FROM generate_series(1, ${tasks}::int) n`.execute(tx);
    await sql`INSERT INTO task_identity_link (task_id, kind, principal) SELECT id, 'candidate', 'u:' || ${clerkId}::text FROM task`.execute(
      tx,
    );
    await sql`INSERT INTO task_inbox (principal, task_id, due_at, priority) SELECT 'u:' || ${clerkId}::text, id, due_at, priority FROM task`.execute(
      tx,
    );
  });
  await db.ownerTransaction((tx) => sql`ANALYZE task, task_inbox, task_identity_link`.execute(tx));
  const server = await launchVerva({ DATABASE_URL: databaseUrl });
  const browser = await launchBrowser();
  const lines: Line[] = [];
  try {
    const { page } = await newPage(browser);
    const cdp = await page.context().newCDPSession(page);
    // Thread time, so that other processes do not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${server.url}/login`);
    await page.locator('input[name=username]').fill(CLERK.username);
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill(CLERK.password);
    await page.keyboard.press('Enter');
    await page.locator('verva-inbox button.item').first().waitFor();

    say('scrolling down while rows load …');
    lines.push(...(await measure(page, cdp, 'down from the top', 1, count)));
    say('loading all rows …');
    const rows = await readAll(page);
    const heap = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6,
    );
    const drawn = await page.locator('verva-inbox button.item').count();
    lines.push({
      what: 'List read to its end',
      measured: `${rows.toLocaleString('en')} rows`,
      behind: `${drawn} drawn, heap ${Math.round(heap)} MB`,
    });
    say('scrolling up while released rows load again …');
    lines.push(...(await measure(page, cdp, 'up from the end', -1, count)));
  } finally {
    await browser.close();
    await server.stop();
    await db.close();
  }
  return lines;
}

async function measure(page: Page, cdp: CDPSession, where: string, direction: 1 | -1, count: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { slowdown, aim } of AIMS) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const empty = await frames(page, cdp, 'empty', direction, count);
    const list = await frames(page, cdp, 'list', direction, count);
    const ratio = list.p99 / empty.p99;
    const speed = slowdown === 1 ? 'at full speed' : 'at a quarter of the CPU';
    lines.push({
      what: `Frame p99 ${where} ${speed} against an empty scroller`,
      measured: ratio.toFixed(2),
      ...against(ratio, { most: 1.2 }),
      behind: `${ms(list.p99)} to ${ms(empty.p99)}; p50 ${ms(list.p50)} to ${ms(empty.p50)}; worst ${ms(list.worst)} to ${ms(empty.worst)}; aim ${aim} ms ${list.p99 <= aim ? 'reached' : 'not reached'}`,
    });
    lines.push({
      what: `Main thread busy while scrolling ${where} ${speed}, of a second`,
      measured: ms(list.busy),
      behind: `${(list.busy / empty.busy).toFixed(1)} times the ${ms(empty.busy)} of the empty scroller; ${PIXELS} px in a frame`,
    });
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return lines;
}

async function frames(
  page: Page,
  cdp: CDPSession,
  what: 'list' | 'empty',
  direction: number,
  count: number,
): Promise<Frames> {
  const busyMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await busyMs();
  const { all, ...times } = await framesOf(page, what, direction, count);
  return { ...times, busy: ((await busyMs()) - before) / (all / 1000) };
}

/** Scrolls by this many pixels per frame, and records the duration of each frame and in total. */
function framesOf(page: Page, what: 'list' | 'empty', direction: number, frameCount: number) {
  return page.evaluate(
    async ({ what: which, count, pixels }) => {
      const list = document
        .querySelector('verva-inbox')
        ?.shadowRoot?.querySelector<HTMLElement>('.list') as HTMLElement;
      let scroller = list;
      if (which === 'empty') {
        scroller = document.createElement('div');
        const inside = scroller.appendChild(document.createElement('div'));
        const { top, left, width, height } = list.getBoundingClientRect();
        Object.assign(scroller.style, {
          position: 'fixed',
          zIndex: '9',
          overflow: 'auto',
          background: 'white',
          top: `${top}px`,
          left: `${left}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
        inside.style.height = `${Math.max(list.scrollHeight, 1_000_000)}px`;
        document.body.append(scroller);
      }
      scroller.scrollTop = pixels > 0 ? 0 : scroller.scrollHeight;
      const next = () => new Promise<number>((done) => requestAnimationFrame(done));
      const started = await next();
      for (let index = 0; index < 30; index += 1) await next();
      const times: number[] = [];
      let before = await next();
      for (let index = 0; index < count; index += 1) {
        scroller.scrollTop += pixels;
        const now = await next();
        times.push(now - before);
        before = now;
      }
      if (which === 'empty') scroller.remove();
      times.sort((a, b) => a - b);
      const at = (part: number) => times[Math.floor(part * (times.length - 1))] as number;
      return { p50: at(0.5), p99: at(0.99), worst: at(1), all: before - started };
    },
    { what, count: frameCount, pixels: PIXELS * direction },
  );
}

/** Scrolls to the end until the list is complete; returns the number of rows. */
function readAll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const root = document.querySelector('verva-inbox')?.shadowRoot as ShadowRoot;
    const list = root.querySelector('.list') as HTMLElement;
    for (;;) {
      list.scrollTop = list.scrollHeight;
      await new Promise((done) => requestAnimationFrame(done));
      const rows = [...root.querySelectorAll('.list li')].map((row) => Number(row.getAttribute('aria-setsize')));
      const total = Math.max(...rows);
      if (total > 0) return total;
    }
  });
}
