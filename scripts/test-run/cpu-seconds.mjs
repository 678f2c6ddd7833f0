import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc; the same on every Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds of this process and, on Linux, of its children, running or ended. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + processTimes('self').ended + cpuOfDescendants(process.pid);
}

/** Returns the CPU seconds of the running children of a process, with theirs; zero where there is no /proc. */
function cpuOfDescendants(pid) {
  return [...descendants(pid)].reduce((all, { own, ended }) => all + own + ended, 0);
}

function* descendants(pid) {
  const children = Map.groupBy(runningProcesses(), ({ parent }) => parent);
  const left = [pid];
  for (const next of left) {
    for (const child of children.get(next) ?? []) {
      left.push(child.pid);
      yield child;
    }
  }
}

function runningProcesses() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => ({ pid: Number(pid), ...processTimes(pid) }));
  } catch {
    return [];
  }
}

/** Returns the CPU seconds of a process and of its children that have ended; zeros where there is no /proc. */
function processTimes(pid) {
  try {
    // The second field, the name of the program, is in brackets and may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [own, ownSystem, ended, endedSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    return { parent: Number(fields[1]), own: own + ownSystem, ended: ended + endedSystem };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

/** Returns the CPU seconds of a PostgreSQL cluster, without connections that are still open. */
export async function cpuOfCluster(administratorUrl) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  const { rows } = await client.query(`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`);
  await client.end();
  const { own, ended } = processTimes(rows[0].pid);
  return own + ended;
}
