import { Check, Undo2 } from 'lucide-react';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';
import type { TreeNode } from './tree.rules.ts';

interface Move {
  readonly store: DepartmentsStore;
  readonly node: TreeNode;
  /** Null: to the top. */
  readonly to: TreeNode | null;
  readonly t: DepartmentsText;
}

/** Moves a department and offers to move it back. Rejects with ApiError. */
export async function moveDepartment({ store, node, to, t }: Move): Promise<void> {
  const { department } = node;
  const { name } = department;
  const moved = await store.move(department, to?.department.id ?? null);
  const undo = async () => {
    try {
      // It may have been renamed here meanwhile.
      await store.move({ ...moved, ...store.tree.peek().byId.get(moved.id)?.department }, department.parentId);
      showSnack({ text: t('movedBack', { name }), icon: Undo2 });
    } catch (error) {
      showProblem(error);
    }
  };
  showSnack({
    text: to ? t('moved', { name, above: to.department.name }) : t('movedToTop', { name }),
    icon: Check,
    action: { label: t('undo'), onSelect: () => void undo() },
  });
}
