import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { createOrganisation } from '../../shared/contracts/organisations.contract.ts';
import {
  cleanNew,
  type FirstOrganisation,
  type NewOrganisationField,
  newFaults,
  type OrganisationFault,
  suggestedSlug,
} from '../../shared/contracts/organisations.rules.ts';
import { shippedLanguage, useLanguage } from '../../shared/locale/index.ts';
import { shownSession } from '../../shared/session/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { faultText, type OrganisationsText } from './organisations-text.ts';
import { LanguageField, TimeZoneField } from './profile-fields.tsx';

export interface NewOrganisationDialogProps {
  readonly send: typeof call;
  /** Called with the short name of the created organisation. */
  readonly onClose: (id?: string) => void;
  readonly t: OrganisationsText;
}

/** Creates an organisation and invites its first administrator by e-mail. */
export function NewOrganisationDialog({ send, onClose, t }: NewOrganisationDialogProps): ReactNode {
  const languageId = shippedLanguage(useLanguage());
  const [values, setValues] = useState<FirstOrganisation>(() => ({
    tenantId: '',
    name: '',
    timeZone: shownSession.peek()?.tenant.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    languageId,
    administrator: { name: '', username: '', email: '' },
  }));
  const [typedSlug, setTypedSlug] = useState(false);
  const [idempotent] = useState(createIdempotentRequest);
  const saving = useSaving();
  const { administrator } = values;
  const clean = cleanNew(values);
  const refused = saving.error instanceof ApiError ? saving.error.errors : [];
  const own = saving.isTried ? newFaults(clean) : {};
  const fault = (field: NewOrganisationField, label: string) => {
    const found: OrganisationFault | undefined = own[field] ?? refused.find(({ pointer }) => pointer === field);
    return field === '/tenantId' && found?.code === 'field.pattern' ? t('fault.slug') : faultText(found, t, label);
  };
  const change = (next: Partial<FirstOrganisation>) => {
    setValues({ ...values, ...next });
    saving.clear();
  };
  const name = (text: string) => change({ name: text, ...(!typedSlug && { tenantId: suggestedSlug(text) }) });
  const who = (next: Partial<FirstOrganisation['administrator']>) =>
    change({ administrator: { ...administrator, ...next } });

  async function create(): Promise<void> {
    const { tenantId, name: created } = await idempotent.carryOut(clean, (idempotencyKey) =>
      send(createOrganisation, { body: clean, idempotencyKey }),
    );
    showSnack({ text: t('created', { name: created }), icon: Check });
    onClose(tenantId);
  }

  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('create.go')}
      isSaving={saving.isSaving}
      error={refused.length > 0 ? undefined : saving.error}
      isChanged={values.name !== '' || administrator.email !== ''}
      onSubmit={() => void saving.save(create, Object.keys(newFaults(clean)).length === 0)}
      onClose={() => onClose()}
    >
      <p className="s second">{t('create.more')}</p>
      <div className="form">
        <TextField
          label={t('name')}
          required
          className="c12"
          maxLength={200}
          value={values.name}
          error={fault('/name', t('name'))}
          onChange={name}
        />
        <TextField
          label={t('slug')}
          required
          isCode
          className="c12"
          maxLength={31}
          hint={t('slug.hint')}
          value={values.tenantId}
          error={fault('/tenantId', t('slug'))}
          onChange={(tenantId) => {
            setTypedSlug(tenantId !== '');
            change({ tenantId });
          }}
        />
        <TimeZoneField
          value={values.timeZone}
          error={fault('/timeZone', t('timeZone'))}
          onChange={(timeZone) => change({ timeZone })}
          t={t}
        />
        <LanguageField
          value={values.languageId}
          choices={LANGUAGES}
          onChange={(id) => change({ languageId: shippedLanguage(id) })}
          t={t}
        />
      </div>
      <h3 className="t3">{t('administrator')}</h3>
      <div className="form">
        <TextField
          label={t('administrator.name')}
          required
          className="c12"
          maxLength={200}
          value={administrator.name}
          error={fault('/administrator/name', t('administrator.name'))}
          onChange={(text) => who({ name: text })}
        />
        <TextField
          label={t('administrator.email')}
          required
          className="c6"
          maxLength={254}
          hint={t('administrator.email.hint')}
          value={administrator.email}
          error={fault('/administrator/email', t('administrator.email'))}
          onChange={(email) => who({ email })}
        />
        <TextField
          label={t('administrator.username')}
          required
          isCode
          className="c6"
          maxLength={128}
          value={administrator.username}
          error={fault('/administrator/username', t('administrator.username'))}
          onChange={(username) => who({ username })}
        />
      </div>
    </FormDialog>
  );
}
