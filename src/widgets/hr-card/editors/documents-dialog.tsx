import { Paperclip, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import {
  DOCUMENT_CATEGORIES,
  type DocumentCategory,
  OWN_DOCUMENT_CATEGORIES,
} from '../../../shared/contracts/hr.rules.ts';
import { addHrDocument } from '../../../shared/contracts/hr-documents.contract.ts';
import { formatFileSize, useMessages } from '../../../shared/locale/index.ts';
import { randomId } from '../../../shared/page/random.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FileButton } from '../../../shared/ui/file-button.tsx';
import { FileTile } from '../../../shared/ui/file-tile.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { categoryTitle } from '../documents-section.tsx';
import { hrCardMessages } from '../hr-card.messages.ts';
import type { Headers } from '../hr-card.store.ts';
import { ChoiceField } from './choice-field.tsx';
import { DayField, type DayValue } from './day-field.tsx';
import type { DialogProps } from './dialog-props.ts';
import { areDaysRight, faultOfUntil } from './document-days.ts';
import { editorMessages } from './editor.messages.ts';

interface Props extends DialogProps {
  /** The headers with which documents of the category Health may be added; null: they are closed. */
  readonly health: Headers | null;
}

/** A file to upload. */
interface Chosen {
  readonly key: string;
  readonly file: File;
}

/** Uploads files of one category. Those that were uploaded before a failure are not sent again. */
export function DocumentsDialog({ health, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const card = useMessages(hrCardMessages);
  const { may } = user;
  const categories =
    may.documents === 'add'
      ? OWN_DOCUMENT_CATEGORIES
      : DOCUMENT_CATEGORIES.filter((one) => one !== 'Health' || (may.health === 'write' && health !== null));
  const [category, setCategory] = useState<DocumentCategory>(
    () => categories.find((one) => one === 'Contract') ?? categories[0] ?? 'Photo',
  );
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [issuedOn, setIssuedOn] = useState<DayValue>(null);
  const [validUntil, setValidUntil] = useState<DayValue>(null);
  const done = useRef(0);
  const saving = useSaving();
  const isWhole = chosen.length > 0 && areDaysRight(issuedOn, validUntil);

  async function save(): Promise<void> {
    for (const { key, file } of chosen) {
      const body = new FormData();
      body.append('category', category);
      if (issuedOn) body.append('issuedOn', issuedOn);
      if (validUntil) body.append('validUntil', validUntil);
      body.append('file', file, file.name);
      await call(addHrDocument, {
        params: { userId: user.key },
        body: body as never,
        headers: category === 'Health' && health ? health : {},
      });
      done.current += 1;
      setChosen((now) => now.filter((one) => one.key !== key));
    }
    onSaved(t('documents.saved', { count: done.current }));
  }

  return (
    <FormDialog
      title={t('documents.new')}
      cancel={t('cancel')}
      go={t('documents.go')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={chosen.length > 0}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={() => (done.current > 0 ? onSaved(t('documents.saved', { count: done.current })) : onClose())}
    >
      <div className="form">
        <ChoiceField
          label={t('category')}
          className="c12"
          options={categories.map((id) => ({ id, text: categoryTitle(id, card) }))}
          value={category}
          onChange={setCategory}
        />
        <Field
          label={t('files')}
          required
          className="c12"
          error={saving.isTried && chosen.length === 0 && !saving.isSaving ? t('files.none') : undefined}
        >
          {(control) => (
            <>
              {chosen.length > 0 && (
                <ul className="hr-files chosen">
                  {chosen.map(({ key, file }) => (
                    <li className="file" key={key}>
                      <FileTile fileName={file.name} />
                      <span className="grow stack">
                        <span className="cut">{file.name}</span>
                        <span className="xs muted">{formatFileSize(file.size)}</span>
                      </span>
                      <IconButton
                        icon={X}
                        small
                        label={t('files.remove', { name: file.name })}
                        onClick={() => setChosen(chosen.filter((one) => one.key !== key))}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <FileButton
                control={control}
                icon={Paperclip}
                multiple
                onChoose={(files) => {
                  saving.clear();
                  setChosen([...chosen, ...files.map((file) => ({ key: randomId(), file }))]);
                }}
              >
                {t('files.choose')}
              </FileButton>
            </>
          )}
        </Field>
        <DayField
          label={t('issuedOn')}
          className="c6"
          error={saving.isTried && issuedOn === undefined ? t('fault.day') : undefined}
          value={issuedOn}
          onChange={setIssuedOn}
        />
        <DayField
          label={t('validUntil')}
          className="c6"
          error={saving.isTried ? faultOfUntil(issuedOn, validUntil, t) : undefined}
          value={validUntil}
          onChange={setValidUntil}
        />
      </div>
    </FormDialog>
  );
}
