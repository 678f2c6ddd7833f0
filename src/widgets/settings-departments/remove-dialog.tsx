import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { ReferenceUses } from '../../shared/contracts/reference-data.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { ChooseDepartment } from './choose-department.tsx';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';
import { isWithin, type TreeNode } from './tree.rules.ts';

interface Props {
  readonly node: TreeNode;
  readonly store: DepartmentsStore;
  readonly onClose: (isDone: boolean) => void;
  readonly t: DepartmentsText;
}

type Known =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly uses: ReferenceUses };

/** Deletes a department: asks where its users and sub-departments go, and refuses while manuals address it. */
export function RemoveDialog({ node, store, onClose, t }: Props): ReactNode {
  useSignals();
  const { department } = node;
  const { id, name } = department;
  const [known, setKnown] = useState<Known>({ status: 'loading' });
  const [turn, setTurn] = useState(0);
  const [into, setInto] = useState<string | null>(null);
  const saving = useSaving();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    const stop = new AbortController();
    setKnown({ status: 'loading' });
    store.usesOf(id, stop.signal).then(
      (uses) => !stop.signal.aborted && setKnown({ status: 'ready', uses }),
      (error: unknown) => !stop.signal.aborted && setKnown({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [store, id, turn]);
  const uses = known.status === 'ready' ? known.uses : null;
  const manuals = uses?.usedBy.filter(({ kind }) => kind === 'manual') ?? [];
  const departments = uses?.usedBy.filter(({ kind }) => kind === 'department') ?? [];
  const isRefused = manuals.length > 0;
  const needsTarget = uses !== null && !isRefused && (uses.people > 0 || departments.length > 0);
  const isGone = saving.code === 'department.unknown_reference';
  const target = store.tree.value.byId.get(into ?? '');

  async function remove(): Promise<void> {
    try {
      await store.remove(department, needsTarget ? into : null);
    } catch (error) {
      // Users, manuals or departments have changed since the dialog was opened.
      const code = codeOf(error);
      if (code === 'department.in_use') setTurn(turn + 1);
      if (code === 'department.unknown_reference' || code === 'edit.conflict') await store.load();
      throw error;
    }
    showSnack({ text: t('removed', { name }), icon: Check });
    onClose(true);
  }

  return (
    <FormDialog
      title={t('remove.title', { name })}
      cancel={t(isRefused ? 'close' : 'cancel')}
      go={isRefused ? undefined : t('remove')}
      kind="danger"
      blocked={uses === null || (needsTarget && !target)}
      isSaving={saving.isSaving}
      error={isRefused || isGone ? undefined : saving.error}
      onSubmit={() => void saving.save(remove, uses !== null && (!needsTarget || target !== undefined))}
      onClose={() => onClose(false)}
    >
      {known.status === 'loading' && <Skeleton rows={2} label={t('loading')} />}
      {known.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={() => setTurn(turn + 1)}>
              {t('retry')}
            </Button>
          }
        >
          {problemText(known.error)}
        </Banner>
      )}
      {isRefused && (
        <>
          <p>{t('inUse')}</p>
          <ul className="stack uses">
            {manuals.map((manual) => (
              <li key={manual.id} className="s strong">
                {manual.title}
              </li>
            ))}
          </ul>
        </>
      )}
      {uses !== null && !isRefused && !needsTarget && <p>{t('remove.text')}</p>}
      {needsTarget && (
        <>
          <p>{t('remove.contains', { people: uses.people, departments: departments.length })}</p>
          <ChooseDepartment
            label={t('into')}
            hint={t('into.hint')}
            error={isGone ? t('gone') : undefined}
            tree={store.tree.value}
            value={target}
            offers={(one) => one !== null && !isWithin(one, node)}
            onChange={(value) => {
              saving.clear();
              setInto(value?.department.id ?? null);
            }}
            t={t}
          />
        </>
      )}
    </FormDialog>
  );
}
