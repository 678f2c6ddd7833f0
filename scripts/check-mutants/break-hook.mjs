// Loads one file with a change, in each process of a test: set by NODE_OPTIONS.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const { url, from, to } = JSON.parse(process.env.VERVA_BREAK);

registerHooks({
  load(found, context, next) {
    if (found !== url) return next(found, context);
    const source = readFileSync(fileURLToPath(url), 'utf8').replace(from, () => to);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
