import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { CatalogueItem } from '../../shared/contracts/catalogue.contract.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { GroupsField } from '../fields/groups-field.tsx';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { catalogueSettingsMessages } from './catalogue-settings.messages.ts';
import {
  type CatalogueSettings,
  type CatalogueSettingsStore,
  type ItemFields,
  iconOf,
  targetName,
} from './catalogue-settings.store.ts';
import { IconField } from './icon-field.tsx';
import { TARGET_LABELS, TargetField } from './target-field.tsx';

export interface ItemDialogProps {
  readonly store: CatalogueSettingsStore;
  readonly settings: CatalogueSettings;
  /** Null: a new item. */
  readonly item: CatalogueItem | null;
  /** Category of a new item. */
  readonly category: string | null;
  readonly onClose: () => void;
}

const TEXT_MAX = { title: 100, description: 500, keywords: 500 } as const;

/** Whether a text can be the id of an item. */
const isItemId = (id: string): boolean => /^[a-z][a-z0-9_-]{0,63}$/.test(id);

/** Everything about an item of the catalogue. */
export function ItemDialog({ store, settings, item, category, onClose }: ItemDialogProps): ReactNode {
  const t = useMessages(catalogueSettingsMessages);
  const language = useLanguage();
  const [before] = useState<ItemFields>(() => fieldsOf(item, category));
  const [fields, setFields] = useState(before);
  const [typedId, setTypedId] = useState<string | null>(null);
  const saving = useSaving();
  const change = (changes: Partial<ItemFields>) => {
    setFields((now) => ({ ...now, ...changes }));
    saving.clear();
  };
  const title = filledTexts(fields.title);
  const name = textOf(title, language) || targetName(settings, fields, language) || fields.target;
  const id = item?.id ?? typedId ?? (idForName(title.en ?? name) || idForName(fields.target));
  const required = (attribute: string) => t('fault.required', { attribute });
  const faults = {
    target: fields.target.trim() === '' ? required(t(TARGET_LABELS[fields.kind])) : undefined,
    title: fields.kind === 'link' && textOf(title, language) === '' ? required(t('title')) : undefined,
    id: id === '' ? required(t('id')) : isItemId(id) ? undefined : t('fault.id'),
  };
  const isWhole = Object.values(faults).every((fault) => fault === undefined);
  const shown = (fault: string | undefined) => (saving.isTried ? fault : undefined);
  const isTaken = saving.code === 'catalogue.id_taken';
  const refused = saving.error instanceof ApiError ? saving.error.errors : [];
  const refusedTarget = refused.find(({ pointer }) => pointer === '/target');
  const targetFault =
    refusedTarget && (fields.kind === 'link' ? t('fault.address') : t('target.missing', { key: fields.target }));

  async function save(): Promise<void> {
    const texts = { title, description: filledTexts(fields.description), keywords: filledTexts(fields.keywords) };
    await store.saveItem(item, id, { ...fields, ...texts, target: fields.target.trim() });
    showSnack({ text: t(item ? 'changed' : 'added', { name }), icon: Check });
    onClose();
  }

  const hints = {
    title: fields.kind === 'link' ? undefined : t('title.target'),
    description: undefined,
    keywords: t('keywords.hint'),
  };
  const textField = (part: 'title' | 'description' | 'keywords', languageId: string) => (
    <TextField
      label={t(part)}
      required={part === 'title' && fields.kind === 'link'}
      aside={part === 'title' ? undefined : t('optional')}
      hint={hints[part]}
      error={part === 'title' ? shown(faults.title) : undefined}
      lang={languageId}
      maxLength={TEXT_MAX[part]}
      {...(part === 'description' && { rows: 2 })}
      value={fields[part][languageId] ?? ''}
      onChange={(typed) => change({ [part]: { ...fields[part], [languageId]: typed } as Texts })}
    />
  );

  return (
    <FormDialog
      title={t(item ? 'item.change' : 'item.add')}
      cancel={t('cancel')}
      go={t(item ? 'save' : 'create')}
      isSaving={saving.isSaving}
      error={isTaken || targetFault ? undefined : saving.error}
      isChanged={fields !== before || typedId !== null}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      <TargetField
        fields={fields}
        targets={settings.targets}
        error={shown(faults.target) ?? targetFault}
        onChange={change}
        t={t}
      />
      <TextLanguages texts={fields.title}>
        {(languageId) => (
          <>
            {textField('title', languageId)}
            {textField('description', languageId)}
            {textField('keywords', languageId)}
          </>
        )}
      </TextLanguages>
      {!item && (
        <TextField
          label={t('id')}
          required
          hint={t('id.hint')}
          error={isTaken ? problemText(saving.error) : shown(faults.id)}
          isCode
          maxLength={64}
          value={id}
          onChange={(typed) => {
            setTypedId(typed);
            saving.clear();
          }}
        />
      )}
      <Field label={t('category')}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={fields.category ?? ''}
            onChange={({ target }) => change({ category: target.value || null })}
          >
            <option value="">{t('category.none')}</option>
            {settings.categories.map((one) => (
              <option key={one.id} value={one.id}>
                {textOf(one.title, language)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <IconField value={fields.icon} onChange={(icon) => change({ icon })} t={t} />
      <GroupsField
        label={t('groups')}
        hint={t('groups.hint')}
        placeholder={t('groups.all')}
        groups={settings.groups}
        value={fields.groups}
        onChange={(groups) => change({ groups: [...groups] })}
      />
      {(fields.kind === 'process' || fields.kind === 'case') && (
        <GroupsField
          label={t('startFor')}
          hint={t('startFor.hint')}
          placeholder={t('groups.add')}
          groups={settings.groups}
          value={fields.startForGroups}
          onChange={(ids) => change({ startForGroups: [...ids] })}
        />
      )}
      <ChoiceControl label={t('active')} checked={fields.active} onChange={(active) => change({ active })} />
    </FormDialog>
  );
}

function fieldsOf(item: CatalogueItem | null, category: string | null): ItemFields {
  if (item) {
    const { id: _, blocked: _blocked, version: _version, position: _position, ...fields } = item;
    return { ...fields, icon: iconOf(item.icon) };
  }
  return {
    ...{ category, kind: 'process', target: '', title: {}, description: {}, keywords: {}, icon: null },
    ...{ groups: [], startForGroups: [], numberSeries: null, active: true },
  } as const;
}
