import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import {
  FRAME_PERMISSIONS,
  type FramePermission,
  framedPageOf,
  HR_VIEWS,
  type HrView,
  type MenuPage,
} from '../../shared/contracts/menu.rules.ts';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
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
import { MenuIconField } from './menu-icon-field.tsx';
import { menuItemsMessages } from './menu-items.messages.ts';
import { type EntryFields, flatEntries, type MenuItems, type MenuItemsStore } from './menu-items.store.ts';

export interface EntryDialogProps {
  readonly store: MenuItemsStore;
  readonly menu: MenuItems;
  /** Null: a new entry below `parent`. */
  readonly entry: EditedMenuItem | null;
  readonly parent: EditedMenuItem | null;
  readonly onClose: () => void;
}

/** Everything about an entry but its place. */
export function EntryDialog({ store, menu, entry, parent, onClose }: EntryDialogProps): ReactNode {
  const t = useMessages(menuItemsMessages);
  const language = useLanguage();
  const [before] = useState(() => fieldsOf(entry));
  const [fields, setFields] = useState(before);
  const [typedPath, setTypedPath] = useState<string | null>(null);
  const saving = useSaving();
  const change = (changes: Partial<EntryFields>) => {
    setFields((now) => ({ ...now, ...changes }));
    saving.clear();
  };
  const title = filledTexts(fields.title);
  const name = textOf(title, language);
  const suggested = `${parent?.path ?? ''}/${idForName(title.en ?? name)}`;
  const path = typedPath ?? entry?.path ?? (suggested.endsWith('/') ? '' : suggested);
  const required = (attribute: string) => t('fault.required', { attribute });
  const faults = {
    title: name === '' ? required(t('title')) : undefined,
    path: path.trim() === '' ? required(t('path')) : undefined,
    url: hasUrl(fields.page) && fields.url.trim() === '' ? required(t('url')) : undefined,
    registry: fields.page === 'registry' && fields.registry === '' ? required(t('registry')) : undefined,
  };
  const errors = saving.error instanceof ApiError ? saving.error.errors : [];
  const isRefused = (at: string) => errors.some(({ pointer }) => pointer === at);
  const refused = {
    title: undefined,
    path:
      saving.code === 'menu.path_taken' ? problemText(saving.error) : isRefused('/path') ? t('fault.path') : undefined,
    url: isRefused('/meta/params/url') ? t(fields.page === 'embed' ? 'fault.embed' : 'fault.url') : undefined,
    registry: isRefused('/meta/params/registry') ? t('fault.registry') : undefined,
  };
  const shown = (field: keyof typeof faults) => (saving.isTried ? faults[field] : undefined) ?? refused[field];
  const isShownAtField = Object.values(refused).some((text) => text !== undefined);

  async function save(): Promise<void> {
    await store.save(entry, parent?.id ?? null, { ...fields, title, path: path.trim(), url: fields.url.trim() });
    showSnack({ text: t(entry ? 'changed' : 'added', { name }), icon: Check });
    onClose();
  }

  return (
    <FormDialog
      title={t(entry ? 'change.title' : 'add')}
      cancel={t('cancel')}
      go={t(entry ? 'save' : 'create')}
      isSaving={saving.isSaving}
      error={isShownAtField ? undefined : saving.error}
      isChanged={fields !== before || typedPath !== null}
      onSubmit={() =>
        void saving.save(
          save,
          Object.values(faults).every((fault) => fault === undefined),
        )
      }
      onClose={onClose}
    >
      <TextLanguages texts={fields.title}>
        {(languageId) => (
          <TextField
            label={t('title')}
            required
            error={shown('title')}
            lang={languageId}
            maxLength={100}
            value={fields.title[languageId] ?? ''}
            onChange={(typed) => change({ title: { ...fields.title, [languageId]: typed } })}
          />
        )}
      </TextLanguages>
      <PageField menu={menu} value={fields.page} view={fields.view} label={t('shows')} onChange={change} />
      {hasUrl(fields.page) && (
        <TextField
          label={t('url')}
          required
          hint={t(fields.page === 'embed' ? 'embed.hint' : 'url.hint')}
          error={shown('url')}
          isCode
          maxLength={2000}
          value={fields.url}
          onChange={(url) => change({ url })}
        />
      )}
      {fields.page === 'embed' && (
        <fieldset className="stack">
          <legend className="label">{t('allow')}</legend>
          {FRAME_PERMISSIONS.map((permission) => (
            <ChoiceControl
              key={permission}
              label={t(`allow.${permission}`)}
              checked={fields.allow.includes(permission)}
              onChange={(isAllowed) => change({ allow: withPermission(fields.allow, permission, isAllowed) })}
            />
          ))}
        </fieldset>
      )}
      {fields.page === 'registry' && (
        <RegistryField
          menu={menu}
          label={t('registry')}
          error={shown('registry')}
          value={fields.registry}
          onChange={(registry) => change({ registry })}
        />
      )}
      <TextField
        label={t('path')}
        required
        hint={t('path.hint')}
        error={shown('path')}
        isCode
        maxLength={200}
        value={path}
        onChange={(typed) => {
          setTypedPath(typed);
          saving.clear();
        }}
      />
      <MenuIconField value={fields.icon} onChange={(icon) => change({ icon })} t={t} />
      <GroupsField
        label={t('groups')}
        hint={t('groups.hint')}
        placeholder={t('groups.all')}
        groups={menu.groups}
        value={fields.groups}
        onChange={(groups) => change({ groups })}
      />
      <ChoiceControl
        label={t('onPhones')}
        checked={!fields.desktopOnly}
        onChange={(isShown) => change({ desktopOnly: !isShown })}
      />
      <ChoiceControl label={t('isHidden')} checked={fields.hidden} onChange={(hidden) => change({ hidden })} />
    </FormDialog>
  );
}

interface PageFieldProps {
  readonly menu: MenuItems;
  readonly label: string;
  readonly value: MenuPage;
  /** Which page of HR. */
  readonly view: HrView;
  readonly onChange: (change: Partial<Pick<EntryFields, 'page' | 'view'>>) => void;
}

interface RegistryFieldProps {
  readonly menu: MenuItems;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (registry: string) => void;
}

/** The registries of the organisation. */
function RegistryField({ menu, label, error, value, onChange }: RegistryFieldProps): ReactNode {
  const language = useLanguage();
  const isKnown = menu.registries.some(({ id }) => id === value);
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <select {...control} className="control" value={value} onChange={({ target }) => onChange(target.value)}>
          {!isKnown && <option value={value}>{value}</option>}
          {menu.registries.map(({ id, title }) => (
            <option key={id} value={id}>
              {textOf(title, language) || id}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The pages of the application by the titles of their entries, and what is no page. */
function PageField({ menu, label, value, view, onChange }: PageFieldProps): ReactNode {
  const t = useMessages(menuItemsMessages);
  const language = useLanguage();
  const titles = new Map<string, string>();
  for (const { meta, title } of flatEntries(menu.items)) {
    if (meta.page && !titles.has(meta.page)) titles.set(meta.page, textOf(title, language));
  }
  for (const page of OTHER_PAGES) titles.delete(page);
  if (!OTHER_PAGES.has(value) && !titles.has(value)) titles.set(value, value);
  return (
    <Field label={label} required>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value === 'hr' ? `hr:${view}` : value}
          onChange={({ target }) => {
            const chosen = HR_VIEWS.find((one) => target.value === `hr:${one}`);
            onChange(chosen ? { page: 'hr', view: chosen } : { page: target.value as MenuPage });
          }}
        >
          <option value="section">{t('shows.section')}</option>
          <option value="link">{t('shows.link')}</option>
          <option value="embed">{t('shows.embed')}</option>
          <option value="registry">{t('shows.registry')}</option>
          {HR_VIEWS.map((one) => (
            <option key={one} value={`hr:${one}`}>
              {t(`shows.hr.${one}`)}
            </option>
          ))}
          {[...titles].map(([page, title]) => (
            <option key={page} value={page}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What an entry can show that is no page of the application. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['section', 'link', 'embed', 'registry', 'hr']);

const hasUrl = (page: MenuPage): boolean => page === 'link' || page === 'embed';

function withPermission(
  allow: readonly FramePermission[],
  permission: FramePermission,
  isAllowed: boolean,
): readonly FramePermission[] {
  return FRAME_PERMISSIONS.filter((one) => (one === permission ? isAllowed : allow.includes(one)));
}

function fieldsOf(entry: EditedMenuItem | null): EntryFields {
  const { meta } = entry ?? { meta: {} as EditedMenuItem['meta'] };
  const text = (name: string) => {
    const value = meta.params?.[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    title: entry?.title ?? {},
    path: entry?.path ?? '',
    page: (meta.page ?? 'section') as MenuPage,
    url: text('url'),
    allow: framedPageOf(meta.params)?.allow ?? ['forms'],
    registry: text('registry'),
    view: HR_VIEWS.find((one) => one === text('view')) ?? 'card',
    icon: entry?.icon ?? null,
    groups: meta.groups ?? [],
    hidden: meta.hidden ?? false,
    desktopOnly: meta.desktopOnly ?? false,
  };
}
