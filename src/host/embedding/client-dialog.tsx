import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { EmbedClient } from '../../shared/contracts/embed-clients.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field, FieldNote } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { embeddingMessages } from './embedding.messages.ts';
import { type ClientWithSecret, type Embedding, type EmbeddingStore, SCOPES, type Scope } from './embedding.store.ts';

export interface ClientDialogProps {
  readonly store: EmbeddingStore;
  /** Null: a new one. */
  readonly client: EmbedClient | null;
  readonly groups: Extract<Embedding, { status: 'ready' }>['groups'];
  /** With the one that was made, whose secret is to be shown. */
  readonly onClose: (made?: ClientWithSecret) => void;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly error: unknown };

/** Adds a back end or changes what it may ask for. */
export function ClientDialog({ store, client, groups, onClose }: ClientDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  const id = useId();
  const [name, setName] = useState(client?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(client?.scopes ?? []);
  const [group, setGroup] = useState(client?.readersGroupId ?? '');
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const code = state.status === 'failed' && state.error instanceof ApiError ? state.error.code : undefined;
  const isOfGroup = code === 'group.not_found' || code === 'embed_client.role_group';
  const nameFault = tried && name.trim() === '' ? t('fault.required') : undefined;
  const scopesFault = tried && scopes.length === 0 ? t('fault.scopes') : undefined;
  const isChanged =
    name !== (client?.name ?? '') ||
    group !== (client?.readersGroupId ?? '') ||
    scopes.join() !== (client?.scopes ?? []).join();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (state.status === 'saving' || name.trim() === '' || scopes.length === 0) return;
    setState({ status: 'saving' });
    const fields = { name: name.trim(), scopes: [...scopes], readersGroupId: group === '' ? null : group };
    try {
      if (client) {
        await store.changeClient(client, fields);
        onClose();
      } else onClose(await store.addClient(fields));
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  return (
    <Dialog
      title={t(client ? 'change.title' : 'add.title', { name: client?.name ?? '' })}
      onClose={() => {
        if (!isChanged) onClose();
      }}
      footer={
        <>
          <Button onClick={() => onClose()}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={state.status === 'saving'}>
            {t(client ? 'save' : 'add.go')}
          </Button>
        </>
      }
    >
      <form id={id} className="stack emb-spaced" noValidate onSubmit={(event) => void save(event)}>
        {state.status === 'failed' && !isOfGroup && <Banner tone="red">{problemText(state.error)}</Banner>}
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
            <label className="tick" key={scope}>
              <input
                type="checkbox"
                className="check"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(SCOPES.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
                }
              />
              <span className="stack">
                <span>{t(`scope.${scope}`)}</span>
                <span className="xs muted">{t(`scope.${scope}.more`)}</span>
              </span>
            </label>
          ))}
          <FieldNote id={`${id}scopes`} error={scopesFault} announces />
        </fieldset>
        <Field
          label={t('readers')}
          hint={t('readers.hint')}
          error={isOfGroup && state.status === 'failed' ? problemText(state.error) : undefined}
          announces
        >
          {(control) => (
            <select
              {...control}
              className="control"
              value={group}
              onChange={(event) => {
                setGroup(event.target.value);
                setState({ status: 'idle' });
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
      </form>
    </Dialog>
  );
}
