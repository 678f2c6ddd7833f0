import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, Ellipsis, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useEdited } from '../../shared/ui/use-edited.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import { ColumnsTab } from './columns-tab.tsx';
import { definitionOf } from './edited-registry.ts';
import { GeneralTab } from './general-tab.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { countText } from './registry-list.tsx';
import type { OpenedRegistry, RegistryEditorStore } from './registry-settings.store.ts';
import type { RegistrySettingsText } from './registry-settings-text.ts';
import { RetentionTab } from './retention-tab.tsx';
import { StatusesTab } from './statuses-tab.tsx';
import { UsesTab } from './uses-tab.tsx';

const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

interface Props {
  readonly store: RegistryEditorStore;
  readonly onBack: () => void;
  readonly t: RegistrySettingsText;
}

/** One registry; loads it. */
export function RegistryEditor({ store, onBack, t }: Props): ReactNode {
  useSignals();
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'ready') return <Editor store={store} opened={state} onBack={onBack} t={t} />;
  if (state.code !== 'registry.not_found')
    return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <EmptyState mark="failed" title={t('gone')}>
      <Button onClick={onBack}>{t('back')}</Button>
    </EmptyState>
  );
}

const TABS = ['general', 'columns', 'statuses', 'groups', 'retention', 'uses'] as const;
type Tab = (typeof TABS)[number];

/** The tab that shows the setting at a pointer. */
function tabOf(pointer: string): Tab {
  const [, first = ''] = pointer.split('/');
  if (first === 'columns' || first === 'retention') return first;
  if (first === 'statuses' || first === 'moves') return 'statuses';
  return first.endsWith('Groups') ? 'groups' : 'general';
}

interface EditorProps extends Props {
  readonly opened: OpenedRegistry;
}

function Editor({ store, opened, onBack, t }: EditorProps): ReactNode {
  const language = useLanguage();
  const prefix = useId();
  const { registry } = opened;
  const edited = useEdited(registry, (row) => definitionOf(row ?? registry));
  const [tab, setTab] = useState<Tab>('general');
  const [removes, setRemoves] = useState(false);
  const [fields, setFields] = useState(opened.fields);
  const saving = useSaving();
  const { values, type, isChanged } = edited;
  const { formId } = values;
  useEffect(() => {
    let isCurrent = true;
    const show = (found: OpenedRegistry['fields']) => isCurrent && setFields(found);
    // Without the fields of another form its columns cannot be chosen; saving still checks them.
    store.fieldsOf(opened.forms, formId).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [store, opened.forms, formId]);
  const name = textOf(values.title, language) || registry.id;

  const save = () =>
    saving.save(() =>
      edited.save(async (row) => {
        edited.take(await store.save(row ?? registry, values));
        showSnack({ text: t('saved', { name }), icon: Check });
      }),
    );
  const latest = useRef({ isChanged, save });
  latest.current = { isChanged, save };
  useEffect(
    () =>
      watchUnsaved({
        isTyped: () => latest.current.isChanged,
        keep: () => latest.current.save(),
        discard: async () => undefined,
        keeping: 'saves',
      }),
    [],
  );

  const faults = saving.error instanceof ApiError ? saving.error.errors : [];
  const props = { values, type, opened: { ...opened, fields }, t };
  return (
    <article className="reg-editor" aria-label={name}>
      <header className="row reg-head">
        <IconButton icon={ArrowLeft} label={t('back')} onClick={onBack} />
        <ProcessIcon name={values.icon} />
        <div className="stack grow">
          <h2 className="t2 cut">{name}</h2>
          <p className="xs muted row">
            <span className="mono">{registry.id}</span>
            <span>{countText(registry.records, t)}</span>
          </p>
        </div>
        <Menu
          label={t('more', { name })}
          align="end"
          items={[{ id: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: () => setRemoves(true) }]}
          trigger={(button) => <IconButton {...button} icon={Ellipsis} label={t('more', { name })} />}
        />
      </header>
      <Tabs
        label={name}
        idPrefix={prefix}
        current={tab}
        onChange={setTab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`tab.${id}`),
          ...(id === 'uses' && opened.uses.length > 0 && { count: opened.uses.length }),
          ...(faults.some(({ pointer }) => tabOf(pointer) === id) && { mark: <i className="dot" /> }),
        }))}
      />
      <div
        className="reg-scroll"
        role="tabpanel"
        id={`${prefix}-panel-${tab}`}
        aria-labelledby={`${prefix}-tab-${tab}`}
      >
        <Indexing opened={opened} t={t} />
        {tab === 'general' && <GeneralTab {...props} />}
        {tab === 'columns' && <ColumnsTab {...props} />}
        {tab === 'statuses' && <StatusesTab {...props} />}
        {tab === 'groups' && <GroupsTab {...props} />}
        {tab === 'retention' && <RetentionTab {...props} />}
        {tab === 'uses' && <UsesTab uses={opened.uses} t={t} />}
      </div>
      <CommitBar
        save={t('save')}
        onSave={() => void save()}
        isChanged={isChanged}
        isSaving={saving.isSaving}
        cancel={
          isChanged ? { label: t('cancel'), onCancel: () => type(definitionOf(edited.row ?? registry)) } : undefined
        }
      >
        <SaveFailed error={saving.error} />
        {faults.length > 0 && (
          <ul className="reg-faults s">
            {faults.map(({ pointer, title }) => (
              <li key={pointer}>
                <button type="button" className="link" onClick={() => setTab(tabOf(pointer))}>
                  {t(`tab.${tabOf(pointer)}`)}
                </button>
                {': '}
                {title}
              </li>
            ))}
          </ul>
        )}
      </CommitBar>
      {removes && (
        <Suspense>
          <ConfirmDialog
            title={t('remove.title', { name })}
            text={opened.uses.length > 0 ? t('remove.used') : t('remove.text')}
            go={opened.uses.length > 0 ? undefined : t('remove')}
            onAct={async () => {
              await store.remove(registry);
              showSnack({ text: t('removed', { name }), icon: Check });
              onBack();
            }}
            onClose={() => setRemoves(false)}
          />
        </Suspense>
      )}
    </article>
  );
}

/** Which columns are being prepared for filters and search. */
function Indexing({ opened, t }: Pick<EditorProps, 'opened' | 't'>): ReactNode {
  const language = useLanguage();
  const { registry, fields } = opened;
  const names = registry.columns
    .filter(({ ready }) => ready === false)
    .map(
      ({ from, title }) =>
        textOf(title, language) || textOf(fields.find(({ key }) => key === from)?.label, language) || from,
    );
  if (names.length === 0) return null;
  return <Banner>{t('indexing', { names: names.join(', '), records: countText(registry.records, t) })}</Banner>;
}
