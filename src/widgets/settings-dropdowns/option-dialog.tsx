import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';
import { changeOf, draftOf, faultsOf, isChanged, type OptionDraft } from './option.rules.ts';
import { PropertyRows } from './property-rows.tsx';

interface Props {
  readonly dropdownId: string;
  /** Null for a new option. */
  readonly option: Option | null;
  /** The options that the table shows, for going on to the next one. */
  readonly shown: readonly Option[];
  readonly store: DropdownsStore;
  /** Called with the next option to open, if any. */
  readonly onClose: (next?: Option) => void;
  readonly t: DropdownsText;
}

/** One option: its text in each language side by side, its properties and whether it is active. */
export function OptionDialog({ dropdownId, option, shown, store, onClose, t }: Props): ReactNode {
  useSignals();
  const { root } = useWidget();
  const [draft, setDraft] = useState<OptionDraft>(() => draftOf(option));
  const saving = useSaving();
  const { value: opened } = store.opened;
  const options = opened.status === 'ready' ? opened.options : [];
  const faults = faultsOf(draft, option === null, new Set(options.map(({ id }) => id)));
  const faultOf = (field: string) => {
    const fault =
      saving.isTried || faults[field] === 'taken' || faults[field] === 'reserved' ? faults[field] : undefined;
    return fault && t(`fault.${fault}`);
  };
  const change = (fields: Partial<OptionDraft>) => setDraft((now) => ({ ...now, ...fields }));
  const at = option ? shown.findIndex(({ id }) => id === option.id) : -1;
  const next = at >= 0 ? shown[at + 1] : undefined;

  async function save(goOn: boolean): Promise<void> {
    // The conflict has been shown; saving again replaces the other user's change.
    const before = option && (options.find(({ id }) => id === option.id) ?? option);
    try {
      if (!before || isChanged(draft, before)) {
        const kept = await store.saveOption(dropdownId, before, changeOf(draft, before));
        showSnack({ text: t('optionSaved', { text: kept.text }), icon: Check });
      }
      if (!goOn) onClose();
      else if (option) onClose(next);
      else {
        setDraft(draftOf(null));
        saving.reset();
        root.querySelector<HTMLElement>('.option-form input')?.focus();
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit.conflict') void store.open(dropdownId);
      throw error;
    }
  }

  const isWhole = Object.keys(faults).length === 0;
  return (
    <FormDialog
      title={option ? t('option.title', { id: option.id }) : t('add')}
      cancel={t('cancel')}
      go={t('save')}
      also={
        next || !option
          ? {
              label: t(option ? 'saveNext' : 'saveAnother'),
              onSubmit: () => void saving.save(() => save(true), isWhole),
            }
          : undefined
      }
      className="option-form"
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={isChanged(draft, option)}
      onSubmit={() => void saving.save(() => save(false), isWhole)}
      onClose={() => onClose()}
    >
      <div className="form">
        {!option && (
          <TextField
            label={t('id')}
            required
            hint={t('optionId.hint')}
            error={faultOf('id')}
            className="c6"
            isCode
            maxLength={100}
            value={draft.id}
            onChange={(typed) => change({ id: typed })}
          />
        )}
        <TextField
          label={t('defaultText')}
          required
          hint={t('defaultText.hint')}
          error={faultOf('defaultText')}
          className={option ? 'c12' : 'c6'}
          maxLength={500}
          value={draft.defaultText}
          onChange={(defaultText) => change({ defaultText })}
        />
        {store.languages.value.map(({ id, name }) => (
          <TextField
            key={id}
            label={<span lang={id}>{name}</span>}
            aside={draft.texts[id]?.trim() ? undefined : <span className="tone-amber">{t('missingHere')}</span>}
            className="c6"
            lang={id}
            maxLength={500}
            placeholder={draft.defaultText}
            value={draft.texts[id] ?? ''}
            onChange={(text) => change({ texts: { ...draft.texts, [id]: text } })}
          />
        ))}
      </div>
      <PropertyRows
        rows={draft.properties}
        onChange={(properties) => change({ properties })}
        faultOf={(key) => faultOf(`property ${key}`)}
        t={t}
      />
      <label className="tick">
        <input
          type="checkbox"
          className="check"
          checked={draft.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        <span className="stack">
          <span>{t('active')}</span>
          <span className="hint">{t('active.hint')}</span>
        </span>
      </label>
    </FormDialog>
  );
}
