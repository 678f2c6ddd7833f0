// Which components React has drawn, from what it tells the developer tools of browsers. To be imported before React.
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly memoizedProps: unknown;
  readonly return: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Set on what was drawn in a commit, and not on what React has passed by. */
const PERFORMED_WORK = 1;
let drawn: string[] = [];

/** What has been drawn since this was asked last: `Total of total` for a component of a state, else its name. */
export function takeRenders(): string[] {
  const before = drawn;
  drawn = [];
  return before;
}

function visit(fiber: Fiber | null): void {
  for (let one = fiber; one; one = one.sibling) {
    if (typeof one.type === 'function' && (one.flags & PERFORMED_WORK) !== 0) drawn.push(nameOf(one));
    // The same children as before: React went no further.
    if (one.child !== one.alternate?.child) visit(one.child);
  }
}

function nameOf(fiber: Fiber): string {
  const name = (fiber.type as { name: string }).name;
  for (let one: Fiber | null = fiber; one; one = one.return) {
    const state = (one.memoizedProps as { state?: { id?: unknown } } | null)?.state;
    if (typeof state?.id === 'string') return `${name} of ${state.id}`;
  }
  return name;
}

Object.assign(window, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    isDisabled: false,
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => visit(root.current),
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
  },
});
