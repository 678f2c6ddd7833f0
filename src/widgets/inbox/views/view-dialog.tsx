import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useId, useState } from 'react';
import type { SavedView } from '../../../shared/contracts/views.contract.ts';
import type { Messages, Translate } from '../../../shared/locale/index.ts';
import { isAdmin } from '../../../shared/session/groups.ts';
import { shownSession } from '../../../shared/session/index.ts';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { ViewDetails } from '../views.store.ts';
import type { viewMessages } from './views.messages.ts';

/** Translates the texts of sort order, saved views and shortcuts. */
type ViewText = typeof viewMessages extends Messages<infer Key> ? Translate<Key> : never;

const AUDIENCES = ['private', 'group', 'tenant'] as const;
const SLUG = /^[a-z][a-z0-9-]{1,31}$/;

interface Props {
  /** The view being edited; null for a new one. */
  readonly view: SavedView | null;
  readonly words: ViewText;
  readonly busy: boolean;
  readonly failure: unknown;
  readonly onClose: () => void;
  readonly onSave: (details: ViewDetails) => void;
}

/** Name of a view and, for administrators, its audience and its name in addresses. */
export function ViewDialog({ view, words, busy, failure, onClose, onSave }: Props): ReactNode {
  useSignals();
  const user = shownSession.value?.user;
  const [name, setName] = useState(view?.name ?? '');
  const [audience, setAudience] = useState<SavedView['audience']>(view?.audience ?? 'private');
  const [group, setGroup] = useState(view?.groupId ?? '');
  const [slug, setSlug] = useState(view?.slug ?? '');
  const [attempted, setAttempted] = useState(false);
  const groups = useId();
  const isShared = audience !== 'private';
  const faults = {
    name: name.trim() === '' ? words('dialog.nameMissing') : undefined,
    group: audience === 'group' && group.trim() === '' ? words('dialog.groupMissing') : undefined,
    slug: isShared && slug !== '' && !SLUG.test(slug) ? words('dialog.slugWrong') : undefined,
  };
  const save = () => {
    setAttempted(true);
    if (faults.name || faults.group || faults.slug) return;
    onSave({
      name: name.trim(),
      audience,
      groupId: audience === 'group' ? group.trim() : null,
      slug: isShared && slug !== '' ? slug : null,
    });
  };
  const faultOf = (field: keyof typeof faults) => (attempted ? faults[field] : undefined);
  return (
    <FormDialog
      title={view ? words('dialog.edit') : words('dialog.new')}
      cancel={words('cancel')}
      go={words('dialog.save')}
      isSaving={busy}
      error={failure}
      isChanged={name !== (view?.name ?? '') || slug !== (view?.slug ?? '')}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={words('dialog.name')}
        required
        error={faultOf('name')}
        announces
        maxLength={100}
        value={name}
        onChange={setName}
      />
      {isAdmin(user) && (
        <Field label={words('dialog.audience')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={audience}
              onChange={(event) => setAudience(event.target.value as SavedView['audience'])}
            >
              {AUDIENCES.map((one) => (
                <option key={one} value={one}>
                  {words(`audience.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {audience === 'group' && (
        <Field label={words('dialog.group')} required error={faultOf('group')} announces>
          {(control) => (
            <ControlBox invalid={faultOf('group') !== undefined}>
              <input
                {...control}
                type="text"
                list={groups}
                autoComplete="off"
                maxLength={100}
                value={group}
                onChange={(event) => setGroup(event.target.value)}
              />
              <datalist id={groups}>
                {user?.groups.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </ControlBox>
          )}
        </Field>
      )}
      {isShared && (
        <TextField
          label={words('dialog.slug')}
          hint={words('dialog.slugHint')}
          error={faultOf('slug')}
          announces
          isCode
          maxLength={32}
          value={slug}
          onChange={(typed) => setSlug(typed.trim().toLowerCase())}
        />
      )}
    </FormDialog>
  );
}
