import { effect, type Signal, signal } from '@preact/signals-core';

interface Shared<T> {
  value: T;
  readonly listeners: Set<(value: T) => void>;
}

/**
 * One value for the whole page, even with two versions of Verva. Each copy of the code has its own signal, because
 * signals of two copies do not track each other; the copies follow one plain value on `globalThis`.
 */
export function pageWideSignal<T>(name: string, initial: T): Signal<T> {
  const shared = pageWide<Shared<T>>(name, () => ({ value: initial, listeners: new Set() }));
  const own = signal(shared.value);
  shared.listeners.add((value) => {
    own.value = value;
  });
  effect(() => {
    const value = own.value;
    if (Object.is(value, shared.value)) return;
    shared.value = value;
    for (const listener of shared.listeners) listener(value);
  });
  return own;
}

/** A plain object shared by all copies of Verva on the page. `create` runs in the first copy that needs it. */
export function pageWide<T>(name: string, create: () => T): T {
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`verva.${name}`);
  let value = store[key];
  if (value === undefined) {
    value = create();
    store[key] = value;
  }
  return value;
}
