import { type ReactNode, useState } from 'react';
import type { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { createManual, type ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { listMessages } from './list.messages.ts';
import { PlaceFields, useNewPlace } from './place-fields.tsx';

interface Props {
  readonly send: typeof call;
  readonly groups: readonly ManualGroup[];
  readonly groupId: string | null;
  /** Called with the id of the new manual. */
  readonly onClose: (id?: string) => void;
}

/** Creates a manual with an empty draft. */
export function NewManualDialog({ send, groups, groupId, onClose }: Props): ReactNode {
  const t = useMessages(listMessages);
  const [title, setTitle] = useState('');
  const [code, setCode] = useState('');
  const place = useNewPlace(groups, groupId);
  const { group, language } = place;
  const saving = useSaving();
  const isTaken = saving.code === 'manual.code_taken';
  const titleLabel = t('manual.title', { language: languageName(language) });
  const titleFault = saving.isTried && title.trim() === '' ? t('fault.required', { attribute: titleLabel }) : undefined;
  const codeFault = isTaken
    ? problemText(saving.error)
    : saving.isTried && code.trim() === ''
      ? t('fault.required', { attribute: t('code') })
      : undefined;

  async function create(): Promise<void> {
    const { id } = await send(createManual, {
      body: { code: code.trim(), groupId: group, title: title.trim(), fallbackLanguageId: language },
    });
    onClose(id);
  }

  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('create.go')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={title !== '' || code !== ''}
      onSubmit={() => void saving.save(create, title.trim() !== '' && code.trim() !== '' && group !== '')}
      onClose={() => onClose()}
    >
      <TextField
        label={titleLabel}
        required
        error={titleFault}
        announces
        maxLength={300}
        value={title}
        onChange={setTitle}
      />
      <TextField
        label={t('code')}
        required
        hint={t('code.hint')}
        error={codeFault}
        announces
        maxLength={40}
        value={code}
        onChange={(typed) => {
          setCode(typed);
          saving.clear();
        }}
      />
      <PlaceFields send={send} groups={groups} place={place} />
    </FormDialog>
  );
}
