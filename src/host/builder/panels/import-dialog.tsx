import { useSignals } from '@preact/signals-react/runtime';
import { Check, FileUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { call } from '../../../shared/api/index.ts';
import { createForm, type Form } from '../../../shared/contracts/forms.contract.ts';
import { type ImportedForm, importForm } from '../../../shared/forms/import/index.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { type Messages, type Translate, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FileButton } from '../../../shared/ui/file-button.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { useFaultText } from '../fault-text.ts';
import { importMessages } from './import.messages.ts';

interface Props {
  readonly send: typeof call;
  readonly onClose: () => void;
  /** Called when the form has been created as a draft. */
  readonly onCreated: (form: Form) => void;
}

const MOST = 10 * 1024 * 1024;
const SHOWN = 100;
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

type Read = { readonly fault: 'notJson' } | { readonly imported: ImportedForm } | null;

function read(text: string, title: string, languageId: string): Read {
  if (text.trim() === '') return null;
  try {
    return { imported: importForm(JSON.parse(text.replace(/^\uFEFF/, '')), { title, languageId }) };
  } catch {
    return { fault: 'notJson' };
  }
}

/** Imports a form-js or Form.io form from a file or pasted text, reports what is converted, and creates a draft. */
export function ImportFormDialog({ send, onClose, onCreated }: Props): ReactNode {
  useSignals();
  const t = useMessages(importMessages);
  const languageId = useLanguage();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [id, setId] = useState<string | null>(null);
  const saving = useSaving();
  const [isTooLarge, setTooLarge] = useState(false);
  const found = useMemo(() => read(text, name, languageId), [text, name, languageId]);
  const imported = found && 'imported' in found ? found.imported : null;
  const formId = id ?? imported?.body?.id ?? '';

  function take(next: string, title: string, size = next.length): void {
    setTooLarge(size > MOST);
    setText(size > MOST ? '' : next);
    setName(title);
    setId(null);
    saving.clear();
  }

  async function choose(chosen: File): Promise<void> {
    const title = chosen.name.replace(/\.[^.]*$/, '');
    take(chosen.size > MOST ? '' : await chosen.text(), title, chosen.size);
  }

  async function create(): Promise<void> {
    if (!imported?.body) return;
    const form = await send(createForm, { body: { id: formId, body: { ...imported.body, id: formId } } });
    showSnack({ text: t('created', { title: textOf(imported.body.title, languageId) }), icon: Check });
    onCreated(form);
  }

  return (
    <FormDialog
      title={t('title')}
      cancel={t('cancel')}
      go={t('go')}
      isSaving={saving.isSaving}
      error={saving.error}
      blocked={!imported?.body || !ID.test(formId)}
      isChanged={text.trim() !== ''}
      onSubmit={() => void saving.save(create)}
      onClose={onClose}
    >
      <TextField
        label={t('source')}
        hint={t('hint')}
        rows={6}
        isCode
        value={text}
        onChange={(typed) => take(typed, '')}
      />
      <div>
        <FileButton
          small
          icon={FileUp}
          accept=".json,.form,application/json"
          onChoose={([chosen]) => void choose(chosen)}
        >
          {t('file')}
        </FileButton>
      </div>
      {isTooLarge && <Banner tone="red">{t('tooLarge')}</Banner>}
      {found && 'fault' in found && <Banner tone="red">{t(found.fault)}</Banner>}
      {imported?.body && (
        <Field label={t('id')}>
          {(control) => (
            <input
              {...control}
              className="control"
              value={formId}
              onChange={(event) => setId(event.target.value.trim())}
            />
          )}
        </Field>
      )}
      {imported && <Outcome imported={imported} t={t} languageId={languageId} />}
    </FormDialog>
  );
}

type ImportText = typeof importMessages extends Messages<infer Key> ? Translate<Key> : never;

interface OutcomeProps {
  readonly imported: ImportedForm;
  readonly t: ImportText;
  readonly languageId: string;
}

/** Import report: what was recognised and what needs review. */
function Outcome({ imported, t, languageId }: OutcomeProps): ReactNode {
  const { source, body, report, components } = imported;
  const count = (carried: string): number => components.filter((component) => component.carried === carried).length;
  const faultText = useFaultText();
  const notes = report.slice(0, SHOWN);
  return (
    <section className="stack" aria-label={t('report')}>
      {body ? (
        <p role="status">
          <b>{t('found', { source: (source ?? '').replace('-', ''), title: textOf(body.title, languageId) })}</b>{' '}
          {components.length > 0 &&
            t('counts', { all: components.length, full: count('full'), part: count('part'), none: count('none') })}{' '}
          {report.length === 0 && t('whole')}
        </p>
      ) : (
        <Banner tone="red">{t('nothing')}</Banner>
      )}
      {notes.length > 0 && (
        <ul className="stack">
          {notes.map(({ pointer, component, code, detail, why }) => (
            <li key={`${pointer} ${code} ${detail} ${why?.detail}`} className="s">
              <b>{component || pointer || ''}</b> {t(code)} {detail && <span className="mono muted">{detail}</span>}{' '}
              {why && faultText({ params: why })}
            </li>
          ))}
        </ul>
      )}
      {report.length > SHOWN && <p className="s muted">{t('more', { count: report.length - SHOWN })}</p>}
    </section>
  );
}
