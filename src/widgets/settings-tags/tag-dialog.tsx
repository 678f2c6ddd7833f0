import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import { TAG_COLORS } from '../../shared/contracts/tags.rules.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useEdited } from '../../shared/ui/use-edited.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { knownColor } from './tag-chip.tsx';
import type { TagColor, TagsStore, TagValues } from './tags.store.ts';
import type { TagsText } from './tags-text.ts';

interface Props {
  /** Null for a new tag. */
  readonly tag: Tag | null;
  readonly store: TagsStore;
  readonly onClose: () => void;
  readonly t: TagsText;
}

const NAME_MAX = 60;

const valuesOf = (tag: Tag | null): TagValues => ({ name: tag?.name ?? '', color: knownColor(tag?.color ?? null) });

/** Name and colour of a tag. */
export function TagDialog({ tag, store, onClose, t }: Props): ReactNode {
  const { values, theirs, isChanged, type, save } = useEdited(tag, valuesOf);
  const saving = useSaving();
  const name = values.name.trim();
  const isTaken = saving.code === 'tag.name_taken';
  const isMissing = saving.isTried && name === '';

  async function submit(): Promise<void> {
    const body = { ...values, name };
    await save((row) => (row ? store.update(row, body) : store.create(body)));
    showSnack({ text: t(tag ? 'saved' : 'created', { name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={tag ? t('edit.title', { name: tag.name }) : t('create')}
      cancel={t('cancel')}
      go={t(tag ? 'save' : 'create.go')}
      isSaving={saving.isSaving}
      isChanged={isChanged}
      onSubmit={() => void saving.save(submit, name !== '')}
      onClose={onClose}
    >
      {!isTaken && <SaveFailed error={saving.error} />}
      <TextField
        label={t('name')}
        required
        maxLength={NAME_MAX}
        value={values.name}
        onChange={(typed) => {
          type({ name: typed });
          saving.clear();
        }}
        hint={theirs.name === undefined ? undefined : t('theirs', { value: theirs.name })}
        error={
          isMissing ? t('fault.required', { attribute: t('name') }) : isTaken ? problemText(saving.error) : undefined
        }
        announces
      />
      <ColorField value={values.color} theirs={theirs.color} onChange={(color) => type({ color })} t={t} />
    </FormDialog>
  );
}

interface ColorFieldProps {
  readonly value: TagColor | null;
  readonly theirs: TagColor | null | undefined;
  readonly onChange: (color: TagColor | null) => void;
  readonly t: TagsText;
}

/** The colours of tags, each with its name. */
function ColorField({ value, theirs, onChange, t }: ColorFieldProps): ReactNode {
  const group = useId();
  const textOf = (color: TagColor | null) => t(color ? `color.${color}` : 'color.none');
  return (
    <fieldset className="stack tag-colors" aria-describedby={theirs === undefined ? undefined : `${group}note`}>
      <legend className="label">{t('color')}</legend>
      <div className="row wrap">
        {[null, ...TAG_COLORS].map((color) => (
          <label key={color ?? ''} className={`tag-color tag ${color ?? ''}`}>
            <input
              type="radio"
              className="check"
              name={group}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <span>{textOf(color)}</span>
          </label>
        ))}
      </div>
      {theirs !== undefined && (
        <p className="hint" id={`${group}note`}>
          {t('theirs', { value: textOf(theirs) })}
        </p>
      )}
    </fieldset>
  );
}
