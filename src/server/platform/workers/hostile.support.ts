// Simulates the effects of hostile documents on a library, for the test of the pool.

export const echo = (value: unknown) => value;

export function loopForever(): never {
  for (;;) Math.sqrt(2);
}

export function allocateForever(): never {
  const kept: number[][] = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length + 0.5));
}

export function recurse(depth = 0): number {
  return recurse(depth + 1) + 1;
}

export const environment = () => Object.keys(process.env);

export function leave(): never {
  process.exit(3);
}

export const fault = () => {
  throw new Error('An internal error.');
};
