import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/verva.ts';
import type { Tab } from './tab.ts';
import { NotNow, until } from './until.ts';

// WebKitGTK is controlled by WebDriver over HTTP (W3C), and renders on a virtual display.

export interface WebKit {
  readonly driver: string;
  readonly miniBrowser: string;
}

/** Without a display the driver would never respond. */
const CALL_LIMIT_MS = 120_000;
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };

/** Opens a window of WebKitGTK's MiniBrowser. */
export async function openWebKitTab({ driver, miniBrowser }: WebKit): Promise<Tab> {
  const home = await mkdtemp(join(tmpdir(), 'verva-webkit-'));
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((done, fail) => {
    screen.stdio[3]?.once('data', (number) => done(`:${String(number).trim()}`));
    screen.once('error', fail);
    screen.once('exit', (code) => fail(new Error(`Xvfb ended by itself (${code}).`)));
  });
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LANG: 'en_GB.UTF-8',
      TZ: 'Europe/Tallinn',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const end = async () => {
    await stop(server);
    await stop(screen);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) {
      const failure = `${method} ${path}: ${value.error}: ${value.message}`;
      // The driver's message when a script has no result; thrown errors have their own message.
      throw value.message === 'Could not parse script result' ? new NotNow(failure) : new Error(failure);
    }
    return value;
  };
  const begin = async () => {
    await until(() => call('GET', '/status').catch(() => false), 'WebKitWebDriver');
    const options = { binary: miniBrowser, args: ['--automation'] };
    return call<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
  };
  const { sessionId, capabilities } = await begin().catch(async (error) => {
    await end();
    throw error;
  });

  const session = `/session/${sessionId}`;
  const act = (source: object) => call<void>('POST', `${session}/actions`, { actions: [source] });
  const strike = (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return act({ type: 'key', id: 'keyboard', actions });
  };
  const run: Tab['run'] = (what, ...given) =>
    call('POST', `${session}/execute/sync`, { script: `return (${what}).apply(null, arguments)`, args: given });
  const frame = await run(() => ({ width: outerWidth - innerWidth, height: outerHeight - innerHeight }));
  const rect = { x: 0, y: 0, width: 1280 + frame.width, height: 800 + frame.height };
  await call('POST', `${session}/window/rect`, rect);
  return {
    version: `WebKitGTK/${capabilities.browserVersion}`,
    goto: async (url) => {
      await call('POST', `${session}/url`, { url });
      await run(listen);
    },
    run,
    clickAt: (x, y) => {
      const actions = [
        { type: 'pointerMove', x, y, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      return act({ type: 'pointer', id: 'mouse', actions });
    },
    type: (text) => strike([...text]),
    press: (key) => strike([KEYS[key]]),
    errors: () => run(() => (window as Window & { errors?: string[] }).errors ?? []),
    close: async () => {
      await call('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

/** Records errors of the page from now on, because this driver does not report them. */
function listen(): void {
  const errors: string[] = [];
  Object.assign(window, { errors });
  window.addEventListener('error', ({ message }) => errors.push(message));
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  window.addEventListener('securitypolicyviolation', (event) =>
    errors.push(`Content-Security-Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill();
  await ended;
}
