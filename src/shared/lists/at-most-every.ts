/** Runs `work` at once, and while calls keep coming once in each interval, the last time after the last call. */
export function atMostEvery(
  milliseconds: number,
  work: () => void,
): { readonly call: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    isWanted = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, milliseconds);
  };
  return {
    call() {
      if (timer === undefined) run();
      else isWanted = true;
    },
    stop: () => clearTimeout(timer),
  };
}
