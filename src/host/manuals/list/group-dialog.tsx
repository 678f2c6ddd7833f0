import { type ReactNode, useState } from 'react';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { GroupOptions } from '../group-options.tsx';
import type { GroupsStore } from './groups.store.ts';
import { listMessages } from './list.messages.ts';

interface Props {
  readonly store: GroupsStore;
  /** Null: a new group. */
  readonly group: ManualGroup | null;
  readonly under: string | null;
  readonly onClose: () => void;
}

/** Edits a group's name in all languages and its parent. */
export function GroupDialog({ store, group, under, onClose }: Props): ReactNode {
  const t = useMessages(listMessages);
  const page = useLanguage();
  const [before] = useState(group?.name ?? {});
  const [name, setName] = useState<Readonly<Record<string, string>>>(before);
  const [parentId, setParentId] = useState(under);
  const saving = useSaving();
  const filled = Object.fromEntries(
    Object.entries(name).flatMap(([id, text]) => (text.trim() ? [[id, text.trim()]] : [])),
  );
  const isNamed = Object.keys(filled).length > 0;
  const isUnnamed = saving.isTried && !isNamed;
  const groups = store.state.peek();
  const others = groups.status === 'ready' ? groups.groups.filter(({ id }) => id !== group?.id) : [];

  async function save(): Promise<void> {
    // Missing languages fall back to a name that exists.
    const [any = ''] = Object.values(filled);
    const texts = 'en' in filled ? filled : { ...filled, en: any };
    if (group) await store.change(group, texts, parentId);
    else await store.add(texts, parentId);
    onClose();
  }

  return (
    <FormDialog
      title={t(group ? 'group.title' : 'group.new')}
      cancel={t('cancel')}
      go={t(group ? 'save' : 'create.go')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={name !== before || parentId !== under}
      onSubmit={() => void saving.save(save, isNamed)}
      onClose={onClose}
    >
      {[page, ...LANGUAGES.filter((id) => id !== page)].map((id) => (
        <TextField
          key={id}
          label={t('group.name', { language: languageName(id) })}
          error={id === page && isUnnamed ? t('fault.name') : undefined}
          announces
          lang={id}
          maxLength={200}
          value={name[id] ?? ''}
          onChange={(typed) => setName({ ...name, [id]: typed })}
        />
      ))}
      <Field label={t('group.parent')}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={parentId ?? ''}
            onChange={({ target }) => setParentId(target.value || null)}
          >
            <option value="">{t('group.parent.none')}</option>
            <GroupOptions groups={others} />
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
