import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { UserDependents } from '../../../shared/contracts/leaving.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import type { Account, UsersStore } from '../users.store.ts';
import { countLeft, type DepartureValues, queryOf, REASON_MAX } from './departure.ts';
import { leavingMessages } from './leaving.messages.ts';
import type { LeavingText } from './leaving-text.ts';
import { TaskChoiceField } from './task-choice.tsx';
import { useDependents } from './use-dependents.ts';

interface Props {
  readonly account: Account;
  readonly store: UsersStore;
  readonly onClose: (isDone: boolean) => void;
}

/** Deactivates a user: shows what depends on the user, and asks what happens to the open tasks. */
export function DeactivateDialog({ account, store, onClose }: Props): ReactNode {
  const t = useMessages(leavingMessages);
  const { key, name } = account;
  const { known, reload } = useDependents(store, key);
  const [values, setValues] = useState<DepartureValues>({ choice: 'manager', to: null, successor: null, reason: '' });
  const saving = useSaving();
  const isMissing = values.choice === 'user' && values.to === null;

  async function deactivate(): Promise<void> {
    await store.deactivate(key, queryOf(values));
    showSnack({ text: t('deactivated', { name }), icon: Check });
    onClose(true);
  }

  return (
    <FormDialog
      title={t('title', { name })}
      cancel={t('cancel')}
      go={t('deactivate')}
      kind="danger"
      blocked={known.status !== 'ready'}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(deactivate, known.status === 'ready' && !isMissing)}
      onClose={() => onClose(false)}
    >
      {known.status === 'loading' && <Skeleton rows={3} label={t('loading')} />}
      {known.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={reload}>
              {t('retry')}
            </Button>
          }
        >
          {problemText(known.error)}
        </Banner>
      )}
      {known.status === 'ready' && (
        <>
          <p>{t('sessions')}</p>
          {countLeft(known.dependents) > 0 && (
            <TaskChoiceField
              dependents={known.dependents}
              values={values}
              onChange={(change) => setValues({ ...values, ...change })}
              choices={['manager', 'user', 'keep']}
              leaver={key}
              isMissing={saving.isTried && isMissing}
              t={t}
            />
          )}
          <Consequences dependents={known.dependents} hasSuccessor={values.successor !== null} t={t} />
          <PersonField
            label={t('successor')}
            aside={t('optional')}
            hint={t('successor.hint')}
            value={values.successor}
            exclude={key}
            onChange={(successor) => setValues({ ...values, successor })}
          />
          <TextField
            label={t('reason')}
            aside={t('optional')}
            hint={t('reason.hint')}
            maxLength={REASON_MAX}
            value={values.reason}
            onChange={(reason) => setValues({ ...values, reason })}
          />
          <p className="s second">{t('stays')}</p>
        </>
      )}
    </FormDialog>
  );
}

function Consequences({
  dependents,
  hasSuccessor,
  t,
}: {
  readonly dependents: UserDependents;
  readonly hasSuccessor: boolean;
  readonly t: LeavingText;
}): ReactNode {
  const { delegations, delegators, managed, departments, manuals } = dependents;
  const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).join(', ');
  return (
    <ul className="consequences">
      {delegations > 0 && <li>{t('delegations', { count: delegations })}</li>}
      {delegators.length > 0 && <li>{t('delegators', { names: names(delegators) })}</li>}
      {managed > 0 && !hasSuccessor && <li>{t('managed', { count: managed })}</li>}
      {departments.length > 0 && !hasSuccessor && (
        <li>{t('departments', { count: departments.length, names: names(departments) })}</li>
      )}
      {manuals > 0 && <li>{t('manuals', { count: manuals })}</li>}
    </ul>
  );
}
