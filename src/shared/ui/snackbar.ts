import type { LucideIcon } from 'lucide-react';
import { SNACKBAR_MS } from '../contracts/constants.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { onPersonLeft } from '../page/person.ts';

export interface SnackOptions {
  readonly text: string;
  readonly icon?: LucideIcon;
  /** Primary, except for failures and minor messages. */
  readonly color?: 'primary' | 'red' | 'inverse';
  /** Milliseconds until it disappears; 0 stays until closed. */
  readonly timeout?: number;
  /** Bottom right on desktop and top on mobile by default. */
  readonly position?: SnackPosition;
  readonly rounded?: boolean;
  /** Keeps line breaks of the text. */
  readonly multiLine?: boolean;
  readonly action?: SnackAction;
  /** Where to go on, beside the action. */
  readonly next?: SnackAction;
}

interface SnackAction {
  readonly label: string;
  readonly onSelect: () => void;
}

interface SnackPosition {
  readonly top?: boolean;
  readonly left?: boolean;
  readonly right?: boolean;
}

export interface Snack extends SnackOptions {
  readonly id: string;
  readonly timeout: number;
}

/** Queue; the first one is shown. */
export const snacks = pageWideSignal<readonly Snack[]>('snacks', []);
onPersonLeft(() => {
  snacks.value = [];
});

/** Queues a snackbar. Returns the id for `dismissSnack`. */
export function showSnack(options: SnackOptions | string): string {
  const id = String(Math.random());
  const snack = typeof options === 'string' ? { text: options } : options;
  snacks.value = [...snacks.peek(), { timeout: SNACKBAR_MS, ...snack, id }];
  return id;
}

/** Removes a snackbar, shown or queued. */
export function dismissSnack(id: string): void {
  snacks.value = snacks.peek().filter((snack) => snack.id !== id);
}
