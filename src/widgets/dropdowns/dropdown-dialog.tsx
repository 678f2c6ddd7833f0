import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Dropdown } from '../../shared/contracts/dropdowns.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';
import { idFor } from './option.rules.ts';

interface Props {
  /** Null: a new one. */
  readonly dropdown: Dropdown | null;
  readonly store: DropdownsStore;
  /** `id` of the one that was made or renamed. */
  readonly onClose: (id?: string) => void;
  readonly t: DropdownsText;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly error: unknown };

const ID = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** Names and describes a dropdown. The id of a new one follows its name until somebody writes another. */
export function DropdownDialog({ dropdown, store, onClose, t }: Props): ReactNode {
  const [name, setName] = useState(dropdown?.name ?? '');
  const [typedId, setTypedId] = useState<string | null>(null);
  const [description, setDescription] = useState(dropdown?.description ?? '');
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const id = dropdown?.id ?? typedId ?? idFor(name);
  const isTaken =
    state.status === 'failed' && state.error instanceof ApiError && state.error.code === 'dropdown.id_taken';
  const nameFault = tried && name.trim() === '' ? t('fault.required') : undefined;
  const idFault = tried && !ID.test(id) ? t(id === '' ? 'fault.required' : 'fault.dropdownId') : undefined;
  const isChanged = name !== (dropdown?.name ?? '') || description !== (dropdown?.description ?? '');

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (state.status === 'saving' || name.trim() === '' || !ID.test(id)) return;
    setState({ status: 'saving' });
    try {
      const said = { name: name.trim(), description: description.trim() || null };
      if (dropdown) await store.rename(dropdown, said);
      else await store.create({ id, ...said });
      showSnack({ text: t(dropdown ? 'renamed' : 'created', { name: said.name }), icon: Check });
      onClose(id);
    } catch (error) {
      setState({ status: 'failed', error });
      if (error instanceof ApiError && error.code === 'edit.conflict' && dropdown) void store.open(dropdown.id);
    }
  }

  return (
    <Dialog
      title={t(dropdown ? 'rename' : 'create')}
      onClose={() => {
        if (!isChanged) onClose();
      }}
      footer={
        <>
          <Button onClick={() => onClose()}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form="dropdown-form" busy={state.status === 'saving'}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="dropdown-form" className="stack spaced" noValidate onSubmit={(event) => void save(event)}>
        {state.status === 'failed' && !isTaken && <Banner tone="red">{problemText(state.error)}</Banner>}
        <TextField
          label={t('name')}
          required
          error={nameFault}
          announces
          maxLength={200}
          value={name}
          onChange={setName}
        />
        {!dropdown && (
          <TextField
            label={t('id')}
            required
            hint={t('dropdownId.hint')}
            error={isTaken ? problemText(state.error) : idFault}
            announces
            isCode
            maxLength={64}
            value={id}
            onChange={(typed) => {
              setTypedId(typed);
              setState({ status: 'idle' });
            }}
          />
        )}
        <Field label={t('description')} aside={t('optional')}>
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              maxLength={2000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
