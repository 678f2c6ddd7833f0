import type { Editor } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { FileField } from '../../file-field.tsx';
import type { Pictures } from './pictures.ts';
import type { EditorText } from './toolbar.tsx';

interface Props {
  readonly editor: Editor;
  readonly pictures: Pictures;
  /** A pasted or dropped picture. */
  readonly file: File | null;
  readonly onClose: () => void;
  readonly t: EditorText;
}

/** Adds a picture with a description, or edits the description of an existing one. */
export function PictureDialog({ editor, pictures, file: given, onClose, t }: Props): ReactNode {
  const [isChange] = useState(() => given === null && editor.isActive('figure'));
  const [file, setFile] = useState(given);
  const [alt, setAlt] = useState(isChange ? String(editor.getAttributes('figure').alt ?? '') : '');
  const saving = useSaving();
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const set = async () => {
    if (isChange) {
      onClose();
      editor.chain().focus().updateAttributes('figure', { alt: alt.trim() }).run();
      return;
    }
    if (!file) return;
    const added = await pictures.add(file);
    onClose();
    editor
      .chain()
      .focus()
      .insertContent({ type: 'figure', attrs: { ...added, alt: alt.trim() } })
      .run();
  };
  return (
    <FormDialog
      title={t(isChange ? 'picture.change' : 'picture.title')}
      cancel={t('cancel')}
      go={t(isChange ? 'save' : 'picture.add')}
      blocked={!isChange && !file}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(set)}
      onClose={close}
    >
      {!isChange && (
        <FileField
          label={t('picture.file')}
          hint={t('picture.hint')}
          choose={t('picture.choose')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          file={file}
          onChange={(chosen) => {
            setFile(chosen);
            saving.clear();
          }}
        />
      )}
      <TextField
        label={t('picture.alt')}
        hint={t('picture.alt.hint')}
        rows={2}
        maxLength={500}
        value={alt}
        onChange={setAlt}
      />
    </FormDialog>
  );
}
