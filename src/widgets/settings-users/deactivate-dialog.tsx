import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { UserDependents } from '../../shared/contracts/people.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { Account, UsersStore } from './users.store.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly account: Account;
  readonly store: UsersStore;
  readonly onClose: (isDone: boolean) => void;
  readonly t: UsersText;
}

type Known =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly dependents: UserDependents };

/** Asks for confirmation before deactivating a user, with what happens to everything that depends on the user. */
export function DeactivateDialog({ account, store, onClose, t }: Props): ReactNode {
  const [known, setKnown] = useState<Known>({ status: 'loading' });
  const [turn, setTurn] = useState(0);
  const saving = useSaving();
  const { key, name } = account;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    const stop = new AbortController();
    setKnown({ status: 'loading' });
    store.dependentsOf(key, stop.signal).then(
      (dependents) => !stop.signal.aborted && setKnown({ status: 'ready', dependents }),
      (error: unknown) => !stop.signal.aborted && setKnown({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [store, key, turn]);

  async function deactivate(): Promise<void> {
    await store.deactivate(key);
    showSnack({ text: t('deactivated', { name }), icon: Check });
    onClose(true);
  }

  return (
    <FormDialog
      title={t('deactivate.title', { name })}
      cancel={t('cancel')}
      go={t('deactivate')}
      kind="danger"
      blocked={known.status !== 'ready'}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(deactivate, known.status === 'ready')}
      onClose={() => onClose(false)}
    >
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
          {problemText(known.error)}
        </Banner>
      )}
      {known.status === 'ready' && <Consequences dependents={known.dependents} t={t} />}
    </FormDialog>
  );
}

function Consequences({ dependents, t }: { readonly dependents: UserDependents; readonly t: UsersText }): ReactNode {
  const { tasks, delegations, managed, departments } = dependents;
  return (
    <>
      <p>{t('deactivate.sessions')}</p>
      <ul className="consequences">
        {tasks > 0 && <li>{t('deactivate.tasks', { count: tasks })}</li>}
        {delegations > 0 && <li>{t('deactivate.delegations', { count: delegations })}</li>}
        {managed > 0 && <li>{t('deactivate.managed', { count: managed })}</li>}
        {departments.length > 0 && (
          <li>
            {t('deactivate.departments', {
              count: departments.length,
              names: departments.map((department) => department.name).join(', '),
            })}
          </li>
        )}
      </ul>
      <p className="s second">{t('deactivate.stays')}</p>
    </>
  );
}
