import { type ReactNode, useState } from 'react';
import { NEUTRAL_COLOUR } from '../../shared/contracts/constants.ts';
import type { RegistryStatus } from '../../shared/contracts/registry-settings.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { formatNumber, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { CONTRAST_MIN, contrastOf } from './contrast.rules.ts';
import { registrySettingsMessages } from './registry-settings.messages.ts';
import { StatusLabel } from './status-label.tsx';

export interface StatusDialogProps {
  /** Null: a new status. */
  readonly status: RegistryStatus | null;
  /** Ids of the registry's statuses. */
  readonly taken: readonly string[];
  readonly onSave: (status: RegistryStatus) => void;
  readonly onClose: () => void;
}

const ID = /^[a-z][a-z0-9_-]{0,63}$/;

/** Names and colour of a status. */
export function StatusDialog({ status, taken, onSave, onClose }: StatusDialogProps): ReactNode {
  const t = useMessages(registrySettingsMessages);
  const language = useLanguage();
  const [title, setTitle] = useState<Record<string, string>>({ ...status?.title });
  const [color, setColor] = useState<string>(status?.color ?? NEUTRAL_COLOUR);
  const [typedId, setTypedId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const filled = filledTexts(title);
  const name = textOf(filled, language);
  const id = status?.id ?? typedId ?? idForName(filled.en ?? name);
  const contrast = contrastOf(color);
  const faults = {
    title: name === '' ? t('fault.required', { attribute: t('title') }) : undefined,
    id: status ? undefined : !ID.test(id) ? t('fault.id') : taken.includes(id) ? t('fault.taken', { id }) : undefined,
    color: contrast === null ? t('fault.color') : undefined,
  };
  const shown = (fault: string | undefined) => (isTried ? fault : undefined);

  function submit(): void {
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    onSave({ id, title: filled, color: color.toUpperCase() });
    onClose();
  }

  return (
    <FormDialog
      title={t(status ? 'status.change' : 'status.add')}
      cancel={t('cancel')}
      go={t('apply')}
      isSaving={false}
      error={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextLanguages texts={title}>
        {(languageId) => (
          <TextField
            label={t('title')}
            required
            error={shown(faults.title)}
            lang={languageId}
            maxLength={100}
            value={title[languageId] ?? ''}
            onChange={(typed) => setTitle({ ...title, [languageId]: typed })}
          />
        )}
      </TextLanguages>
      {!status && (
        <TextField
          label={t('id')}
          required
          hint={t('id.hint')}
          error={shown(faults.id)}
          isCode
          maxLength={64}
          value={id}
          onChange={setTypedId}
        />
      )}
      <Field
        label={t('color')}
        required
        error={shown(faults.color)}
        hint={
          contrast !== null &&
          t(contrast >= CONTRAST_MIN ? 'contrast.good' : 'contrast.bad', {
            ratio: formatNumber(Math.round(contrast * 10) / 10),
            min: formatNumber(CONTRAST_MIN),
          })
        }
      >
        {(control) => (
          <span className="row reg-color">
            <input
              type="color"
              aria-label={t('color.choose')}
              value={contrast === null ? NEUTRAL_COLOUR : color}
              onChange={({ target }) => setColor(target.value)}
            />
            <input
              {...control}
              className="control mono"
              type="text"
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              value={color}
              onChange={({ target }) => setColor(target.value)}
            />
            <StatusLabel status={{ color }} name={name || t('status.sample')} />
          </span>
        )}
      </Field>
    </FormDialog>
  );
}
