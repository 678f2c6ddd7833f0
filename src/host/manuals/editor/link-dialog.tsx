import type { Editor } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import type { EditorText } from './toolbar.tsx';

interface Props {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly t: EditorText;
}

const ADDRESS = /^(https?:\/\/[^\s/]|mailto:.+@|tel:\+?\d)\S*$/i;

/** Edits the address of a link: on the selected text, or as its own text without a selection. */
export function LinkDialog({ editor, onClose, t }: Props): ReactNode {
  const isLink = editor.isActive('link');
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? 'https://'));
  const [tried, setTried] = useState(false);
  const href = /^[^\s@:/]+@[^\s@]+\.\w+$/.test(address) ? `mailto:${address}` : address.trim();
  const isGood = ADDRESS.test(href);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const set = () => {
    setTried(true);
    if (!isGood) return;
    onClose();
    const change = editor.chain().focus();
    if (isLink || !editor.state.selection.empty) change.extendMarkRange('link').setLink({ href }).run();
    else change.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  };
  return (
    <FormDialog
      title={t('link')}
      cancel={t('cancel')}
      go={t('link.set')}
      aside={
        isLink && (
          <Button
            kind="danger-text"
            onClick={() => {
              onClose();
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
            }}
          >
            {t('link.remove')}
          </Button>
        )
      }
      onSubmit={set}
      onClose={close}
    >
      <Field
        label={t('link.address')}
        hint={t('link.hint')}
        error={tried && !isGood ? t('link.hint') : undefined}
        announces
      >
        {(control) => (
          <ControlBox invalid={tried && !isGood}>
            <input
              {...control}
              type="url"
              autoComplete="off"
              maxLength={2000}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          </ControlBox>
        )}
      </Field>
    </FormDialog>
  );
}
