/** Tracks the current step, because the user may leave it before its response arrives. */
export interface Turns {
  /** Result of a call in this step. If the step was left, the promise never settles. */
  mine<T>(call: Promise<T>): Promise<T>;
  next(): void;
}

export function createTurns(): Turns {
  let turn = 0;
  return {
    mine(call) {
      const then = turn;
      return new Promise((resolve, reject) => {
        call.then(
          (value) => turn === then && resolve(value),
          (error) => turn === then && reject(error),
        );
      });
    },
    next() {
      turn += 1;
    },
  };
}

/** Counts down whole seconds from `from` to 0. Returns a function that stops it. */
export function countDown(from: number, show: (left: number) => void, done?: () => void): () => void {
  let left = from;
  show(left);
  const timer = setInterval(() => {
    left -= 1;
    show(left);
    if (left > 0) return;
    clearInterval(timer);
    done?.();
  }, 1000);
  return () => clearInterval(timer);
}
