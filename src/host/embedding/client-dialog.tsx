import { type ReactNode, useId, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { EmbedClient } from '../../shared/contracts/embed-clients.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field, FieldNote } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { embeddingMessages } from './embedding.messages.ts';
import { type ClientWithSecret, type Embedding, type EmbeddingStore, SCOPES, type Scope } from './embedding.store.ts';

export interface ClientDialogProps {
  readonly store: EmbeddingStore;
  /** Null: a new client. */
  readonly client: EmbedClient | null;
  readonly groups: Embedding['groups'];
  /** Called with the new client, whose secret is then shown. */
  readonly onClose: (made?: ClientWithSecret) => void;
}

/** Adds a trusted server or changes its permissions. */
export function ClientDialog({ store, client, groups, onClose }: ClientDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  const id = useId();
  const [name, setName] = useState(client?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(client?.scopes ?? []);
  const [group, setGroup] = useState(client?.readersGroupId ?? '');
  const saving = useSaving();
  const isOfGroup = saving.code === 'group.not_found' || saving.code === 'embed_client.role_group';
  const nameFault = saving.isTried && name.trim() === '' ? t('fault.required', { attribute: t('name') }) : undefined;
  const scopesFault = saving.isTried && scopes.length === 0 ? t('fault.scopes') : undefined;
  const isChanged =
    name !== (client?.name ?? '') ||
    group !== (client?.readersGroupId ?? '') ||
    scopes.join() !== (client?.scopes ?? []).join();

  async function save(): Promise<void> {
    const fields = { name: name.trim(), scopes: [...scopes], readersGroupId: group === '' ? null : group };
    if (client) {
      await store.changeClient(client, fields);
      onClose();
    } else onClose(await store.addClient(fields));
  }

  return (
    <FormDialog
      title={t(client ? 'change.title' : 'add.title', { name: client?.name ?? '' })}
      cancel={t('cancel')}
      go={t(client ? 'save' : 'add.go')}
      isSaving={saving.isSaving}
      error={isOfGroup ? undefined : saving.error}
      isChanged={isChanged}
      onSubmit={() => void saving.save(save, name.trim() !== '' && scopes.length > 0)}
      onClose={() => onClose()}
    >
      <TextField
        label={t('name')}
        required
        hint={t('name.hint')}
        error={nameFault}
        announces
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <fieldset className="stack emb-scopes" aria-describedby={`${id}scopes`}>
        <legend className="label">{t('scopes')}</legend>
        {SCOPES.map((scope) => (
          <ChoiceControl
            key={scope}
            label={t(`scope.${scope}`)}
            hint={t(`scope.${scope}.more`)}
            checked={scopes.includes(scope)}
            onChange={(isChecked) =>
              setScopes(SCOPES.filter((one) => (one === scope ? isChecked : scopes.includes(one))))
            }
          />
        ))}
        <FieldNote id={`${id}scopes`} error={scopesFault} announces />
      </fieldset>
      <Field
        label={t('readers')}
        hint={t('readers.hint')}
        error={isOfGroup ? problemText(saving.error) : undefined}
        announces
      >
        {(control) => (
          <select
            {...control}
            className="control"
            value={group}
            onChange={(event) => {
              setGroup(event.target.value);
              saving.clear();
            }}
          >
            <option value="">{t('readers.none')}</option>
            {groups.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
