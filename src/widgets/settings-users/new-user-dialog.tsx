import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NAME_MAX } from '../../shared/contracts/name.rules.ts';
import { newUserFaults } from '../../shared/contracts/new-user.rules.ts';
import { cleanProfile, EMAIL_MAX } from '../../shared/contracts/profile.rules.ts';
import { shownSession } from '../../shared/session/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { GroupsField, LanguageField, LookUpField } from './choice-fields.tsx';
import type { NamedRef } from './look-ups.ts';
import { type Fault, type Faults, faultsOf, faultText } from './user-faults.ts';
import type { UsersStore } from './users.store.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly store: UsersStore;
  /** Username of the created user. */
  readonly onClose: (username?: string) => void;
  readonly t: UsersText;
}

const JOB_TITLE_MAX = 200;

/** Creates a user, who by default receives an invitation with a temporary password. */
export function NewUserDialog({ store, onClose, t }: Props): ReactNode {
  const [blank] = useState(() => ({
    ...{ id: '', name: '', email: '', phoneNumber: '', jobTitle: '' },
    languageId: shownSession.peek()?.tenant.languageId ?? '',
    department: null as NamedRef | null,
    groups: [] as readonly string[],
    invite: true,
  }));
  const [typed, setTyped] = useState(blank);
  const saving = useSaving();
  const clean = { ...cleanProfile(typed), id: typed.id.trim() };
  const found = newUserFaults(clean.id.toLowerCase(), clean);
  const refused = faultsOf(saving.error);
  const faults: Faults = saving.isTried ? { ...refused, ...found } : {};
  const isChanged = JSON.stringify(typed) !== JSON.stringify(blank);

  const type = (change: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...change }));
    saving.clear();
  };
  const errorOf = (field: string, label: string): string | undefined => {
    const fault: Fault | undefined = faults[field];
    return faultText(fault, label, t);
  };
  const text = (field: 'id' | 'name' | 'email' | 'phoneNumber' | 'jobTitle', label: string) => ({
    label,
    value: typed[field],
    onChange: (value: string) => type({ [field]: value }),
    error: errorOf(field, label),
    className: 'c6',
  });

  async function create(): Promise<void> {
    const { name, email, phoneNumber, languageId, id } = clean;
    const user = await store.create({
      ...{ id, name, email, languageId, invite: typed.invite, groups: [...typed.groups] },
      phoneNumber: phoneNumber || null,
      jobTitle: typed.jobTitle.trim() || null,
      departmentId: typed.department?.id ?? null,
    });
    showSnack({ text: t(typed.invite ? 'created.invited' : 'created', { name: user.name }), icon: Check });
    onClose(user.id);
  }

  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('create.go')}
      isSaving={saving.isSaving}
      error={Object.keys(refused).length > 0 ? undefined : saving.error}
      isChanged={isChanged}
      onSubmit={() => void saving.save(create, Object.keys(found).length === 0)}
      onClose={() => onClose()}
    >
      <div className="form user-form">
        <TextField {...text('id', t('username'))} required isCode maxLength={100} hint={t('username.hint')} />
        <TextField {...text('name', t('name'))} required maxLength={NAME_MAX} />
        <TextField {...text('email', t('email'))} required maxLength={EMAIL_MAX} />
        <TextField
          {...text('phoneNumber', t('phoneNumber'))}
          aside={t('optional')}
          hint={t('phoneNumber.hint')}
          maxLength={40}
        />
        <LanguageField
          label={t('languageId')}
          value={typed.languageId}
          onChange={(languageId) => type({ languageId })}
          error={errorOf('languageId', t('languageId'))}
          t={t}
        />
        <TextField {...text('jobTitle', t('jobTitle'))} aside={t('optional')} maxLength={JOB_TITLE_MAX} />
        <LookUpField
          label={t('department')}
          aside={t('optional')}
          value={typed.department}
          placeholder={t('department.find')}
          find={store.lookUps.departments}
          onChange={(department) => type({ department })}
          error={errorOf('departmentId', t('department'))}
        />
        <GroupsField
          label={t('groups')}
          aside={t('optional')}
          value={typed.groups}
          onChange={(groups) => type({ groups })}
          error={errorOf('groups', t('groups'))}
          lookUps={store.lookUps}
          t={t}
        />
      </div>
      <label className="tick">
        <input
          type="checkbox"
          className="check"
          checked={typed.invite}
          onChange={({ target }) => type({ invite: target.checked })}
        />
        <span>{t('invite')}</span>
      </label>
    </FormDialog>
  );
}
