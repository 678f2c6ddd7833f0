/** Processor time of this thread in ms; other processes of a busy machine do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Runs `work` and returns the longest time that it blocked the event loop, in ms of processor time of its thread. */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  let isOver = false;
  let longest = 0;
  let last = threadMs();
  const ending = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return { result: await ending, longest };
}

/** What this machine needs for 3 MB of JSON, in ms of processor time. */
export function readAndWrite(): number {
  const text = JSON.stringify(
    Array.from({ length: 40_000 }, (_, index) => ({ id: `i${index}`, defaultText: 'x', texts: { en: 'x' } })),
  );
  const { user } = process.threadCpuUsage();
  JSON.stringify(JSON.parse(text));
  return (process.threadCpuUsage().user - user) / 1000;
}
