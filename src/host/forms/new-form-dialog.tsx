import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/index.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { formsMessages } from './forms.messages.ts';
import { type FormKind, type FormsStore, KINDS } from './forms.store.ts';

export interface NewFormDialogProps {
  readonly store: FormsStore;
  /** The form that is copied, if one was chosen. */
  readonly copyOf: Form | null;
  /** With the id of the form that was made. */
  readonly onClose: (id?: string) => void;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly error: unknown };

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** An id made of a title: `Purchase request` gives `purchase-request`. */
function idFor(title: string): string {
  const plain = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 64);
}

/** Makes a form: empty, or as a copy of another one. */
export function NewFormDialog({ store, copyOf, onClose }: NewFormDialogProps): ReactNode {
  const t = useMessages(formsMessages);
  const language = useLanguage();
  const [title, setTitle] = useState(copyOf ? t('copyOf', { name: textOf(copyOf.title, language) }) : '');
  const [typedId, setTypedId] = useState<string | null>(null);
  const [kind, setKind] = useState<FormKind>(copyOf?.kind ?? 'task');
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const id = typedId ?? idFor(title);
  const isTaken = state.status === 'failed' && state.error instanceof ApiError && state.error.code === 'form.id_taken';
  const titleFault = tried && title.trim() === '' ? t('fault.required') : undefined;
  const idFault = isTaken ? problemText(state.error) : tried && !ID.test(id) ? t('fault.id') : undefined;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (state.status === 'saving' || title.trim() === '' || !ID.test(id)) return;
    setState({ status: 'saving' });
    try {
      const from = copyOf ? await store.draftOf(copyOf.id) : null;
      const texts = { ...from?.title, [language]: title.trim() };
      await store.create({ id, kind, title: 'en' in texts ? texts : { en: title.trim(), ...texts } }, from);
      onClose(id);
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  return (
    <Dialog
      title={t(copyOf ? 'copy' : 'create')}
      onClose={() => {
        if (title === '') onClose();
      }}
      footer={
        <>
          <Button onClick={() => onClose()}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form="new-form" busy={state.status === 'saving'}>
            {t('create.go')}
          </Button>
        </>
      }
    >
      <form id="new-form" className="stack forms-spaced" noValidate onSubmit={(event) => void save(event)}>
        {state.status === 'failed' && !isTaken && <Banner tone="red">{problemText(state.error)}</Banner>}
        <TextField
          label={t('title')}
          required
          error={titleFault}
          announces
          maxLength={200}
          value={title}
          onChange={setTitle}
        />
        <TextField
          label={t('id')}
          required
          hint={t('id.hint')}
          error={idFault}
          announces
          isCode
          maxLength={64}
          value={id}
          onChange={(typed) => {
            setTypedId(typed);
            setState({ status: 'idle' });
          }}
        />
        <Field label={t('kind')} hint={t(`kind.${kind}.hint`)}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={kind}
              onChange={(event) => setKind(event.target.value as FormKind)}
            >
              {KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`kind.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
