// Records which components React has rendered, through the interface for developer tools. Import it before React.
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly memoizedProps: unknown;
  readonly return: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Flag of fibers that were rendered in a commit, not of those that React skipped. */
const PERFORMED_WORK = 1;
let drawn: string[] = [];

/**
 * Returns the components rendered since the last call: `Total of total` for a component with a state, otherwise its
 * name.
 */
export function takeRenders(): string[] {
  const before = drawn;
  drawn = [];
  return before;
}

function visit(fiber: Fiber | null): void {
  for (let one = fiber; one; one = one.sibling) {
    if (typeof one.type === 'function' && (one.flags & PERFORMED_WORK) !== 0) drawn.push(nameOf(one));
    // The same children as before: React skipped this subtree.
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
