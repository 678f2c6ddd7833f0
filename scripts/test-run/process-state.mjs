// What a test file could leave changed for the next file of the same process.

/** Globals of the process itself; others belong to libraries, of which a second copy may replace those of the first. */
const OWN_GLOBALS = Reflect.ownKeys(globalThis);

/** Returns the state of the process that tests can change: globals, environment, working directory. */
export function processState() {
  return {
    globals: new Map(OWN_GLOBALS.map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)])),
    environment: { ...process.env },
    folder: process.cwd(),
  };
}

/** Restores an earlier state and returns what differed from it. Globals that libraries add or replace when they are loaded stay. */
export function restoreProcessState({ globals, environment, folder }) {
  const changes = [];
  for (const [key, earlier] of globals) {
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    if (now && Object.is(now.value, earlier.value) && now.get === earlier.get) continue;
    Object.defineProperty(globalThis, key, earlier);
    changes.push(`globalThis.${String(key)}`);
  }
  for (const key of new Set([...Object.keys(environment), ...Object.keys(process.env)])) {
    if (process.env[key] === environment[key]) continue;
    if (environment[key] === undefined) delete process.env[key];
    else process.env[key] = environment[key];
    changes.push(`process.env.${key}`);
  }
  if (process.cwd() !== folder) {
    process.chdir(folder);
    changes.push('the working directory');
  }
  return changes;
}
