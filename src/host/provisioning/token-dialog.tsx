import { type ReactNode, useState } from 'react';
import type { ScimClient } from '../../shared/contracts/scim.contract.ts';
import { SCIM_MONTHS_MAX } from '../../shared/contracts/scim.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { provisioningMessages } from './provisioning.messages.ts';
import type { ClientWithToken, ProductGroup, ProvisioningStore } from './provisioning.store.ts';

const NAME_MAX = 100;
const MONTHS = [3, 6, SCIM_MONTHS_MAX] as const;
const RULES = ['manager', 'keep'] as const;

export interface TokenDialogProps {
  readonly store: ProvisioningStore;
  /** Null: a new token. */
  readonly client: ScimClient | null;
  readonly groups: readonly ProductGroup[];
  /** Called with the new token, which is then shown. */
  readonly onClose: (made?: ClientWithToken) => void;
}

/** Creates a token or changes its rights. */
export function TokenDialog({ store, client, groups, onClose }: TokenDialogProps): ReactNode {
  const t = useMessages(provisioningMessages);
  const [name, setName] = useState(client?.name ?? '');
  const [months, setMonths] = useState<number>(SCIM_MONTHS_MAX);
  const [leavers, setLeavers] = useState(client?.leavers ?? 'manager');
  const [chosen, setChosen] = useState<readonly string[]>(client?.groups ?? []);
  const saving = useSaving();
  const fault = saving.isTried && name.trim() === '' ? t('fault.required', { attribute: t('name') }) : undefined;
  const isChanged =
    name !== (client?.name ?? '') ||
    leavers !== (client?.leavers ?? 'manager') ||
    chosen.toSorted().join() !== (client?.groups ?? []).toSorted().join();
  const choose = (id: string) => (isChosen: boolean) =>
    setChosen((now) => (isChosen ? [...now, id] : now.filter((one) => one !== id)));

  async function save(): Promise<void> {
    const fields = { name: name.trim(), groups: chosen, leavers, months };
    if (client) {
      await store.change(client, fields);
      onClose();
    } else onClose(await store.add(fields));
  }

  return (
    <FormDialog
      title={client ? t('change.title', { name: client.name }) : t('add')}
      cancel={t('cancel')}
      go={t(client ? 'save' : 'add.go')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={isChanged}
      onSubmit={() => void saving.save(save, name.trim() !== '')}
      onClose={() => onClose()}
    >
      <TextField
        label={t('name')}
        required
        hint={t('name.hint')}
        error={fault}
        announces
        maxLength={NAME_MAX}
        value={name}
        onChange={setName}
      />
      {client === null && (
        <Field label={t('months')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={months}
              onChange={({ target }) => setMonths(Number(target.value))}
            >
              {MONTHS.map((count) => (
                <option key={count} value={count}>
                  {t('months.count', { count })}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <fieldset className="stack emb-scopes">
        <legend className="label">{t('leavers')}</legend>
        {RULES.map((rule) => (
          <ChoiceControl
            key={rule}
            oneOf="leavers"
            label={t(`leavers.${rule}`)}
            hint={t(`leavers.${rule}.more`)}
            checked={leavers === rule}
            onChange={() => setLeavers(rule)}
          />
        ))}
      </fieldset>
      <fieldset className="stack emb-scopes">
        <legend className="label">{t('groups')}</legend>
        <p className="xs muted">{t('groups.more')}</p>
        {groups.map(({ id, name: title }) => (
          <ChoiceControl
            key={id}
            label={title}
            hint={id === 'admin' ? t('groups.admin') : undefined}
            checked={chosen.includes(id)}
            onChange={choose(id)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
