import type { Editor } from '@tiptap/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FileField } from '../file-field.tsx';
import type { Pictures } from './pictures.ts';
import type { EditorText } from './toolbar.tsx';

interface Props {
  readonly editor: Editor;
  readonly pictures: Pictures;
  /** One that was pasted or dropped. */
  readonly file: File | null;
  readonly onClose: () => void;
  readonly t: EditorText;
}

type State = { readonly status: 'idle' | 'sending' } | { readonly status: 'failed'; readonly error: unknown };

/** Adds a picture and asks what it shows; of a picture in the text it asks only that. */
export function PictureDialog({ editor, pictures, file: given, onClose, t }: Props): ReactNode {
  const [isChange] = useState(() => given === null && editor.isActive('figure'));
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(isChange ? String(editor.getAttributes('figure').alt ?? '') : '');
  const [state, setState] = useState<State>({ status: 'idle' });
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const set = async (event: FormEvent) => {
    event.preventDefault();
    if (state.status === 'sending') return;
    if (isChange) {
      onClose();
      editor.chain().focus().updateAttributes('figure', { alt: alt.trim() }).run();
      return;
    }
    if (!file) return;
    setState({ status: 'sending' });
    try {
      const added = await pictures.add(file);
      onClose();
      editor
        .chain()
        .focus()
        .insertContent({ type: 'figure', attrs: { ...added, alt: alt.trim() } })
        .run();
    } catch (error) {
      setState({ status: 'failed', error });
    }
  };
  return (
    <Dialog
      title={t(isChange ? 'picture.change' : 'picture.title')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="manual-picture"
            busy={state.status === 'sending'}
            blocked={!isChange && !file}
          >
            {t(isChange ? 'save' : 'picture.add')}
          </Button>
        </>
      }
    >
      <form id="manual-picture" className="stack mn-spaced" noValidate onSubmit={(event) => void set(event)}>
        {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
        {!isChange && (
          <FileField
            label={t('picture.file')}
            hint={t('picture.hint')}
            choose={t('picture.choose')}
            accept="image/png,image/jpeg,image/gif,image/webp"
            file={file}
            onChange={(chosen) => {
              setFile(chosen);
              setState({ status: 'idle' });
            }}
          />
        )}
        <Field label={t('picture.alt')} hint={t('picture.alt.hint')}>
          {(control) => (
            <textarea
              {...control}
              className="control"
              rows={2}
              maxLength={500}
              value={alt}
              onChange={({ target }) => setAlt(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
