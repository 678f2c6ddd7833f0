import { type ReactNode, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { User } from '../../../shared/contracts/session.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import type { UsersStore } from '../users.store.ts';
import { countLeft, type DepartureValues, REASON_MAX } from './departure.ts';
import type { HandOverStore } from './hand-over.store.ts';
import { leavingMessages } from './leaving.messages.ts';
import { TaskChoiceField } from './task-choice.tsx';
import { useDependents } from './use-dependents.ts';

interface Props {
  readonly user: Pick<User, 'key' | 'name'>;
  readonly store: UsersStore;
  readonly handOver: HandOverStore;
  readonly onClose: () => void;
}

/** Hands over the open tasks of a deactivated user. */
export function HandOverDialog({ user, store, handOver, onClose }: Props): ReactNode {
  const t = useMessages(leavingMessages);
  const { known, reload } = useDependents(store, user.key);
  const [values, setValues] = useState<DepartureValues>({ choice: 'manager', to: null, successor: null, reason: '' });
  const saving = useSaving();
  const isMissing = values.choice === 'user' && values.to === null;
  const count = known.status === 'ready' ? countLeft(known.dependents) : 0;

  async function start(): Promise<void> {
    await handOver.start(values.choice === 'user' ? values.to!.key : null, values.reason.trim() || null);
    onClose();
  }

  return (
    <FormDialog
      title={t('again.title', { name: user.name })}
      cancel={t('cancel')}
      go={known.status === 'ready' && count === 0 ? undefined : t('again.go')}
      blocked={known.status !== 'ready'}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(start, count > 0 && !isMissing)}
      onClose={onClose}
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
      {known.status === 'ready' && count === 0 && <p>{t('again.nothing')}</p>}
      {known.status === 'ready' && count > 0 && (
        <>
          <TaskChoiceField
            dependents={known.dependents}
            values={values}
            onChange={(change) => setValues({ ...values, ...change })}
            choices={['manager', 'user']}
            leaver={user.key}
            isMissing={saving.isTried && isMissing}
            t={t}
          />
          <TextField
            label={t('reason')}
            aside={t('optional')}
            hint={t('reason.tasks')}
            maxLength={REASON_MAX}
            value={values.reason}
            onChange={(reason) => setValues({ ...values, reason })}
          />
        </>
      )}
    </FormDialog>
  );
}
