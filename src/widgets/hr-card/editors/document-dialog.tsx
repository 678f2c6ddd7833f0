import type { ReactNode } from 'react';
import { call } from '../../../shared/api/index.ts';
import { type HrDocument, updateHrDocument } from '../../../shared/contracts/hr-documents.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useEdited } from '../../../shared/ui/use-edited.ts';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import type { Headers } from '../hr-card.store.ts';
import { DayField, type DayValue } from './day-field.tsx';
import type { DialogProps } from './dialog-props.ts';
import { areDaysRight, faultOfUntil } from './document-days.ts';
import { editorMessages } from './editor.messages.ts';
import { TheirChanges } from './their-changes.tsx';

interface Props extends DialogProps {
  readonly document: HrDocument;
  readonly headers: Headers;
}

interface DocumentValues {
  readonly title: string;
  readonly issuedOn: DayValue;
  readonly validUntil: DayValue;
}

const LABELS = { title: 'title', issuedOn: 'issuedOn', validUntil: 'validUntil' } as const;

const valuesOf = (document: HrDocument | null): DocumentValues => ({
  ...{ title: document?.title ?? '', issuedOn: document?.issuedOn ?? null, validUntil: document?.validUntil ?? null },
});

/** Title and days of a document. */
export function DocumentDialog({ document, headers, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const edited = useEdited(document, valuesOf);
  const saving = useSaving();
  const { title, issuedOn, validUntil } = edited.values;
  const change = (changes: Partial<DocumentValues>) => {
    edited.type(changes);
    saving.clear();
  };
  const isWhole = title.trim() !== '' && areDaysRight(issuedOn, validUntil);
  const shown = (fault: string | undefined) => (saving.isTried ? fault : undefined);

  async function save(): Promise<void> {
    const body = { title: title.trim(), issuedOn: issuedOn ?? null, validUntil: validUntil ?? null };
    const { id, category, version } = edited.row ?? document;
    const params = { userId: user.key, id };
    await edited.save(() => call(updateHrDocument, { params, query: { category }, body, headers, ifMatch: version }));
    onSaved(t('document.saved'));
  }

  return (
    <FormDialog
      title={t('document.edit')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={edited.isChanged}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      <TheirChanges labels={LABELS} theirs={edited.theirs} t={t} />
      <div className="form">
        <TextField
          label={t('title')}
          required
          className="c12"
          maxLength={200}
          error={shown(title.trim() === '' ? t('fault.required', { attribute: t('title') }) : undefined)}
          value={title}
          onChange={(typed) => change({ title: typed })}
        />
        <DayField
          label={t('issuedOn')}
          className="c6"
          error={shown(issuedOn === undefined ? t('fault.day') : undefined)}
          value={issuedOn}
          onChange={(day) => change({ issuedOn: day })}
        />
        <DayField
          label={t('validUntil')}
          className="c6"
          error={shown(faultOfUntil(issuedOn, validUntil, t))}
          value={validUntil}
          onChange={(day) => change({ validUntil: day })}
        />
      </div>
    </FormDialog>
  );
}
