import type { KeyboardEvent } from 'react';
import type { Builder } from '../builder-context.ts';
import { askToRemove, change, editLabel, showPageOf } from '../commands.ts';
import { duplicate, step, wrap, wrapFollowing } from '../edits/place-edits.ts';
import { childrenOf, type NodeId, placesOf, rootId } from '../edits/tree.ts';

const DIRECTIONS = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowRight', 'in'],
  ['ArrowLeft', 'out'],
] as const);

/** Whether the event comes from a control on the canvas that handles its own keys. */
export function isTyping(event: { readonly target: EventTarget }): boolean {
  return event.target instanceof HTMLInputElement;
}

/** Handles the keyboard shortcuts of the canvas; the help dialog lists them. */
export function pressed(builder: Builder, event: KeyboardEvent): void {
  const { store, view } = builder;
  if (isTyping(event)) return;
  const body = store.body.peek();
  const ids = store.selection.peek();
  const current = ids.at(-1) ?? rootId(body);
  const isMod = event.ctrlKey || event.metaKey;
  const run = (act: () => unknown) => {
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  if (view.grabbed.peek()) {
    grabbedKey(builder, event);
    return;
  }
  const go = (id: NodeId | undefined) => {
    if (id === undefined) return;
    store.select(event.shiftKey && !ids.includes(id) ? [...ids, id] : [id]);
    showPageOf(builder, id);
    view.focus.value += 1;
  };
  const order = [...placesOf(body).keys()];
  const at = order.indexOf(current);
  const title = { [store.languageId.peek()]: builder.t('section.new') };
  if (event.altKey) {
    const direction = DIRECTIONS.get(event.key as 'ArrowUp');
    if (direction) run(() => change(builder, step(ids, direction)));
    return;
  }
  if (isMod) {
    const key = event.key.toLowerCase();
    if (key === 'd') run(() => change(builder, duplicate(ids)));
    else if (key === 'g' && event.shiftKey) run(() => change(builder, wrapFollowing(current, title)));
    else if (key === 'g') run(() => change(builder, wrap(ids, 'section', title)));
    else if (key === 'a')
      run(() => store.select(childrenOf(body, placesOf(body).get(current)?.parent ?? rootId(body))));
    return;
  }
  const keys = new Map<string, () => unknown>([
    ['ArrowDown', () => go(order[at + 1])],
    ['ArrowUp', () => go(order[at - 1])],
    ['ArrowLeft', () => go(placesOf(body).get(current)?.parent ?? undefined)],
    ['ArrowRight', () => go(childrenOf(body, current)[0])],
    ['Home', () => go(order[0])],
    ['End', () => go(order.at(-1))],
    ['Enter', () => editLabel(builder)],
    ['F2', () => editLabel(builder)],
    ['Delete', () => askToRemove(builder)],
    ['Backspace', () => askToRemove(builder)],
    ['/', () => openPopup(builder, event.target as Element)],
    ['Insert', () => openPopup(builder, event.target as Element)],
    [
      ' ',
      () => {
        if (ids.length === 0 || current === rootId(body)) return;
        view.grabbed.value = { steps: 0 };
        store.announce('grabbed', current);
      },
    ],
    ['Escape', () => go(placesOf(body).get(current)?.parent ?? rootId(body))],
  ]);
  const act = keys.get(event.key);
  if (act) run(act);
}

function openPopup({ view }: Builder, target: Element): void {
  view.adding.value = { target: undefined, anchor: target.closest('[data-node]') ?? target };
}

/** While a node is picked up, the arrow keys move it and Escape reverts the moves. */
function grabbedKey(builder: Builder, event: KeyboardEvent): void {
  const { store, view } = builder;
  const ids = store.selection.peek();
  const direction = DIRECTIONS.get(event.key as 'ArrowUp');
  const steps = view.grabbed.peek()?.steps ?? 0;
  event.preventDefault();
  event.stopPropagation();
  if (direction) {
    if (change(builder, step(ids, direction))) view.grabbed.value = { steps: steps + 1 };
    return;
  }
  if (!['Enter', ' ', 'Escape', 'Tab'].includes(event.key)) return;
  view.grabbed.value = null;
  if (event.key === 'Escape') for (let left = steps; left > 0; left -= 1) store.undo();
  const id = store.selection.peek().at(-1);
  if (id !== undefined) store.announce('dropped', id);
  view.focus.value += 1;
}
