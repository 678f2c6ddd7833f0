// Lets a Vite dev server (middleware mode) serve every module that Web Test Runner does not serve itself.
import { createServer } from 'vite';

// The commands load the runner's web socket at run time; Vite must leave that address alone.
const socket = {
  name: 'wtr-socket',
  enforce: 'pre',
  resolveId: (id) => (id.includes('__web-dev-server__web-socket.js') ? '\0wtr-socket' : null),
  load: (id) =>
    id === '\0wtr-socket'
      ? "const m = await new Function('u', 'return import(u)')('/__web-dev-server__web-socket.js');\nexport const { webSocket, sendMessage, sendMessageWaitForResponse } = m;"
      : null,
};

// Vite's own client connects to a socket that is not there, and on a slow machine its refusal falls into a test.
const client = {
  name: 'wtr-client',
  enforce: 'pre',
  load: (id) =>
    id.split('?')[0].endsWith('/vite/dist/client/client.mjs')
      ? `const sheets = new Map();
export const removeStyle = (id) => { sheets.get(id)?.remove(); sheets.delete(id); };
export const updateStyle = (id, content) => {
  removeStyle(id);
  const sheet = Object.assign(document.createElement('style'), { textContent: content });
  document.head.append(sheet);
  sheets.set(id, sheet);
};
const nothing = () => undefined;
export const createHotContext = () => ({ accept: nothing, prune: nothing, dispose: nothing, invalidate: nothing, on: nothing });
export const injectQuery = (url) => url;`
      : null,
};

const COPY = '?copy';

// A module imported with `?copy` is loaded once more, with every module of ours that it imports: a second copy of Verva.
const secondCopy = {
  name: 'second-copy',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer?.endsWith(COPY) || !source.startsWith('.')) return null;
    const own = await this.resolve(source, importer.slice(0, -COPY.length), { skipSelf: true });
    return own && own.id + COPY;
  },
};

/**
 * Lets the browser keep modules: every test file loads the same hundreds. Nothing changes during a run, and the next run
 * has another address and another profile.
 */
function keep(response) {
  const { setHeader } = response;
  response.setHeader = (name, value) =>
    setHeader.call(response, name, name.toLowerCase() === 'cache-control' ? 'max-age=31536000, immutable' : value);
}

const OWN = /^\/(__web-|__wds-)/;

export function viteForWtr({ root = process.cwd(), entries, include = [] }) {
  let ready;
  const start = () => {
    ready ??= createServer({
      root,
      logLevel: 'error',
      appType: 'custom',
      plugins: [socket, client, secondCopy],
      clearScreen: false,
      cacheDir: '.cache/vite-tests',
      // Without hot reloading plugin-react adds no preamble either; the tests' pages have no head of ours.
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      // Afresh each time: packages that a new test needs, found only while tests run, would bring a second React.
      optimizeDeps: { entries, include, force: true },
    });
    return ready;
  };
  return {
    plugin: {
      name: 'wtr-vite',
      serverStart: start,
      async serverStop() {
        await (await ready)?.close();
      },
    },
    // As the config's middleware: one added in serverStart comes too late, and TSX would go out as it is.
    async middleware(context, next) {
      if (context.path === '/' || OWN.test(context.path)) return next();
      const vite = await start();
      context.res.statusCode = 200;
      keep(context.res);
      const passed = await new Promise((resolve, reject) => {
        context.res.once('close', () => resolve(false));
        context.res.once('finish', () => resolve(false));
        vite.middlewares(context.req, context.res, (error) => (error ? reject(error) : resolve(true)));
      });
      if (!passed) {
        context.respond = false;
        return;
      }
      context.res.statusCode = 404;
      return next();
    },
  };
}
