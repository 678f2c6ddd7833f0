// Tests mutants in one process, started by main.ts: each with fresh copies of the modules between the tests and the
// file.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runCollected } from './node-test.mjs';

const SHIM = new URL('./node-test.mjs', import.meta.url).href;
const state = { target: '', fresh: new Set(), texts: new Map() };

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: SHIM, shortCircuit: true };
    const found = next(specifier, context);
    const number = /\?mutant=(-?\d+)$/.exec(context.parentURL ?? '')?.[1];
    return number && state.fresh.has(found.url) ? { ...found, url: `${found.url}?mutant=${number}` } : found;
  },
  load(url, context, next) {
    const [path, number] = url.split('?mutant=');
    if (number === undefined || path !== state.target) return next(url, context);
    return { format: 'module-typescript', source: state.texts.get(Number(number)), shortCircuit: true };
  },
});

let failure;
const fail = (error) => {
  failure ??= error;
};
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

process.on('message', async ({ path, tests, reaching, number, text }) => {
  state.target = pathToFileURL(path).href;
  state.fresh = new Set(reaching.map((one) => pathToFileURL(one).href));
  state.texts.set(number, text);
  failure = undefined;
  try {
    for (const one of tests) {
      await import(`${pathToFileURL(one).href}?mutant=${number}`);
      await runCollected();
    }
  } catch (error) {
    fail(error);
    await runCollected().catch(() => undefined);
  }
  state.texts.delete(number);
  process.send({ failure: failure === undefined ? null : String(failure?.stack ?? failure) });
});
