import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '../../shared/api/api-error.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { DepartmentMove } from '../../shared/contracts/departments.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { ChooseDepartment } from './choose-department.tsx';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';
import { moveDepartment } from './move-department.ts';
import { canMove, type TreeNode } from './tree.rules.ts';

interface Props {
  readonly departmentId: string;
  /** The first choice; null: the top, undefined: none. */
  readonly to: string | null | undefined;
  readonly store: DepartmentsStore;
  /** `id` of the department that was moved. */
  readonly onClose: (id?: string) => void;
  readonly t: DepartmentsText;
}

type Known =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly move: DepartmentMove };

/** Moves a department, after showing what that changes. */
export function MoveDialog({ departmentId, to: first, store, onClose, t }: Props): ReactNode {
  useSignals();
  const tree = store.tree.value;
  const node = tree.byId.get(departmentId);
  const [to, setTo] = useState<string | null | undefined>(first);
  const [turn, setTurn] = useState(0);
  const known = usePreview(store, departmentId, to, turn);
  const saving = useSaving();
  if (!node) return null;
  const { name } = node.department;
  const isGone = isMissing(saving.code);
  const target: TreeNode | null | undefined = to === null || to === undefined ? to : tree.byId.get(to);

  async function move(): Promise<void> {
    if (!node || target === undefined) return;
    try {
      await moveDepartment({ store, node, to: target, t });
    } catch (error) {
      // The next attempt starts from what another administrator has saved.
      await store.load();
      throw error;
    }
    onClose(departmentId);
  }

  return (
    <FormDialog
      title={t('move.title', { name })}
      cancel={t('cancel')}
      go={t('move')}
      blocked={known.status !== 'ready'}
      isSaving={saving.isSaving}
      error={isGone ? undefined : saving.error}
      onSubmit={() => void saving.save(move, known.status === 'ready')}
      onClose={() => onClose()}
    >
      <ChooseDepartment
        label={t('above')}
        error={isGone ? t('gone') : undefined}
        tree={tree}
        value={target}
        offers={(one) => canMove(node, one)}
        onChange={(value) => {
          saving.clear();
          setTo(value === undefined || value === null ? value : value.department.id);
        }}
        t={t}
      />
      {known.status === 'loading' && <Skeleton rows={3} label={t('loading')} />}
      {known.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={() => setTurn(turn + 1)}>
              {t('retry')}
            </Button>
          }
        >
          {isMissing(codeOf(known.error)) ? t('gone') : problemText(known.error)}
        </Banner>
      )}
      {known.status === 'ready' && <Effects move={known.move} t={t} />}
    </FormDialog>
  );
}

/** Whether the chosen department was deleted meanwhile. The server names it by its id. */
const isMissing = (code: string | undefined) => code === 'department.unknown_reference';

function usePreview(store: DepartmentsStore, id: string, to: string | null | undefined, turn: number): Known {
  const [known, setKnown] = useState<Known>({ status: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    if (to === undefined) {
      setKnown({ status: 'none' });
      return;
    }
    const stop = new AbortController();
    setKnown({ status: 'loading' });
    store.movePreview(id, to, stop.signal).then(
      (move) => !stop.signal.aborted && setKnown({ status: 'ready', move }),
      (error: unknown) => !stop.signal.aborted && setKnown({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [store, id, to, turn]);
  return known;
}

/** What a move changes. */
function Effects({ move, t }: { readonly move: DepartmentMove; readonly t: DepartmentsText }): ReactNode {
  const { people, departments, manuals } = move;
  return (
    <div className="stack effects" role="status">
      <p>{t('effect.moves', { people, departments })}</p>
      {manuals.length === 0 && <p className="s second">{t('effect.noManuals')}</p>}
      {(['gained', 'lost'] as const).map((change) => {
        const changed = manuals.filter((manual) => manual.change === change);
        return changed.length === 0 ? null : (
          <section key={change}>
            <h3 className="s strong">{t(`effect.${change}`, { count: changed.length })}</h3>
            <ul className="stack uses">
              {changed.map(({ id, title, department }) => (
                <li key={`${id} ${department}`} className="s">
                  {title} <span className="muted">{department}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
