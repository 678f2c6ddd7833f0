import type { Tx } from '../../../platform/database.ts';
import { CHILDREN_PER_TRANSACTION, cancelChild } from './calls.ts';
import { Changes } from './changes.ts';
import { collect } from './effects.ts';
import { lockChildren } from './instances.store.ts';
import { writeChanges } from './persist.ts';
import type { StepScope } from './scope.ts';

/** Cancels children of these calls, as many as one transaction may; true when there may be more. */
export async function cancelCalls(
  tx: Tx,
  scope: StepScope,
  parentId: string,
  tokens: readonly string[],
): Promise<boolean> {
  const children = await lockChildren(tx, parentId, tokens, CHILDREN_PER_TRANSACTION);
  const changes = new Changes();
  for (const child of children) {
    const cancelled = await cancelChild(tx, scope, changes, child);
    if (cancelled) await collect(tx, scope, changes, cancelled);
  }
  await writeChanges(tx, scope, changes);
  return children.length === CHILDREN_PER_TRANSACTION && changes.cancelled > 0;
}
