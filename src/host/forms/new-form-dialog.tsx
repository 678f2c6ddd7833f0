import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { formsMessages } from './forms.messages.ts';
import { type FormKind, type FormsStore, KINDS } from './forms.store.ts';

export interface NewFormDialogProps {
  readonly store: FormsStore;
  /** The form to copy, if any. */
  readonly copyOf: Form | null;
  /** Called with the id of the new form. */
  readonly onClose: (id?: string) => void;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Derives an id from a title: `Purchase request` gives `purchase-request`. */
function idFor(title: string): string {
  const plain = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 64);
}

/** Creates a form: empty, or a copy of another. */
export function NewFormDialog({ store, copyOf, onClose }: NewFormDialogProps): ReactNode {
  const t = useMessages(formsMessages);
  const language = useLanguage();
  const [suggested] = useState(() => (copyOf ? t('copyOf', { name: textOf(copyOf.title, language) }) : ''));
  const [title, setTitle] = useState(suggested);
  const [typedId, setTypedId] = useState<string | null>(null);
  const [kind, setKind] = useState<FormKind>(copyOf?.kind ?? 'task');
  const saving = useSaving();
  const id = typedId ?? idFor(title);
  const isTaken = saving.code === 'form.id_taken';
  const titleFault = saving.isTried && title.trim() === '' ? t('fault.required', { attribute: t('title') }) : undefined;
  const idFault = isTaken ? problemText(saving.error) : saving.isTried && !ID.test(id) ? t('fault.id') : undefined;

  async function create(): Promise<void> {
    const from = copyOf ? await store.draftOf(copyOf.id) : null;
    const texts = { ...from?.title, [language]: title.trim() };
    await store.create({ id, kind, title: 'en' in texts ? texts : { en: title.trim(), ...texts } }, from);
    onClose(id);
  }

  return (
    <FormDialog
      title={t(copyOf ? 'copy' : 'create')}
      cancel={t('cancel')}
      go={t('create.go')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={title !== suggested || typedId !== null}
      onSubmit={() => void saving.save(create, title.trim() !== '' && ID.test(id))}
      onClose={() => onClose()}
    >
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
          saving.clear();
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
    </FormDialog>
  );
}
