/** Turns of one person, who may go on to something else before an answer has come. */
export interface Turns {
  /** The outcome of a call of this turn. In a later turn nothing comes of it: the promise stays open. */
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

/** Counts whole seconds down to 0, beginning with `from`. Returns how to stop. */
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
