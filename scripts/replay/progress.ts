const EVERY_MS = 2000;

/** Creates a progress line: rewritten in place on a terminal, otherwise printed from time to time. */
export function progress(total: number, more: () => string): { at(count: number): void; end(): void } {
  const started = Date.now();
  const { stdout } = process;
  let lastPrinted = started;
  return {
    at(count) {
      const now = Date.now();
      if (now - lastPrinted < (stdout.isTTY ? EVERY_MS / 10 : EVERY_MS)) return;
      lastPrinted = now;
      const rate = Math.round((count * 1000) / (now - started));
      const line = `${count} of ${total} tasks, ${rate} a second${more()}`;
      stdout.write(stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (stdout.isTTY) stdout.write('\r\u001b[K');
    },
  };
}

/** Returns the value in milliseconds below which the given part of the values lies. */
export function percentile(values: readonly number[], part: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return `${value.toFixed(1)} ms`;
}
