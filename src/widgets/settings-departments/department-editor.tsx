import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Ban, Check, ChevronRight, Ellipsis, FolderTree, Move, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useAuditItem } from '../../shared/administration/audit-item.ts';
import { EditableFields, useMayEdit } from '../../shared/administration/editing.tsx';
import { hasScope } from '../../shared/administration/token-scopes.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { READS_PEOPLE } from '../../shared/contracts/element-scopes.ts';
import { useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import groupStyles from '../../shared/ui/styles/groups.css?inline';
import type { DepartmentStore } from './department.store.ts';
import { DepartmentFields } from './department-fields.tsx';
import { DepartmentPeople } from './department-people.tsx';
import type { DepartmentsStore } from './departments.store.ts';
import type { DepartmentsText } from './departments-text.ts';
import { ancestorsOf, type TreeNode } from './tree.rules.ts';

const RemoveDialog = containedPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

interface Props {
  readonly node: TreeNode;
  readonly editor: DepartmentStore;
  readonly store: DepartmentsStore;
  /** Opens a department, or with null the list. */
  readonly onOpen: (id: string | null) => void;
  readonly onOpenUser: (username: string) => void;
  readonly onMove: () => void;
  readonly onCreate: () => void;
  readonly t: DepartmentsText;
}

/** One department: its place, fields and users. */
export function DepartmentEditor(props: Props): ReactNode {
  const { node, editor, store, onOpenUser, t } = props;
  useStyles(groupStyles);
  useSignals();
  const form = useRef<HTMLFormElement>(null);
  const mayEdit = useMayEdit();
  const { department } = node;
  useLayoutEffect(() => editor.sync(department), [editor, department]);
  const isChanged = editor.isChanged.value;
  const saving = editor.save.value;

  const save = async () => {
    if (await editor.submit()) showSnack({ text: t('saved', { name: editor.saved.peek().name }), icon: Check });
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const hasFieldFault = Object.keys(editor.faults.value).length > 0;
  return (
    <article className="detail" aria-label={department.name}>
      <Head {...props} />
      <div className="detail-scroll">
        <form
          ref={form}
          noValidate
          aria-label={department.name}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <EditableFields>
            <DepartmentFields editor={editor} store={store} t={t} />
          </EditableFields>
          {/* Enter in a field saves. */}
          <button type="submit" hidden />
        </form>
        {hasScope(...READS_PEOPLE) && <DepartmentPeople departmentId={department.id} onOpenUser={onOpenUser} t={t} />}
      </div>
      {mayEdit && (
        <CommitBar
          save={t('save')}
          onSave={() => void save()}
          isChanged={isChanged}
          isSaving={saving.status === 'saving'}
          cancel={isChanged ? { label: t('cancel'), onCancel: editor.reset } : undefined}
        >
          {saving.status === 'failed' && !hasFieldFault && <Banner tone="red">{problemText(saving.error)}</Banner>}
          {saving.status === 'conflict' && (
            <Banner tone="red">
              {problemText(saving.error)} {t('keep')}
            </Banner>
          )}
        </CommitBar>
      )}
    </article>
  );
}

function Head({ node, store, onOpen, onMove, onCreate, t }: Props): ReactNode {
  useSignals();
  const [removes, setRemoves] = useState(false);
  const widget = useWidget();
  const auditItem = useAuditItem('department', (query) => widget.ask('verva-audit-opened', { query }));
  const mayEdit = useMayEdit();
  const { department } = node;
  const { id, name, code, active } = department;
  const above = ancestorsOf(node);

  async function setActive(next: boolean): Promise<void> {
    try {
      const current = store.tree.peek().byId.get(id)?.department ?? department;
      await store.update(current, { active: next });
      showSnack({
        text: t(next ? 'activated' : 'deactivated', { name }),
        icon: Check,
        action: { label: t('undo'), onSelect: () => void setActive(!next) },
      });
    } catch (error) {
      showProblem(error);
      await store.load();
    }
  }

  return (
    <header className="detail-head">
      <div className="row head">
        <IconButton className="only-mobile" icon={ArrowLeft} label={t('back')} onClick={() => onOpen(null)} />
        <div className="stack grow">
          {above.length > 0 && (
            <nav className="crumbs s" aria-label={t('path')}>
              <ol>
                {above.map((one) => (
                  <li key={one.department.id} className="row row-4">
                    <button type="button" className="link" onClick={() => onOpen(one.department.id)}>
                      {one.department.name}
                    </button>
                    <Icon of={ChevronRight} size="s" />
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <h2 className="t1 cut">{name}</h2>
          <p className="s muted row wrap">
            <span className="mono">{code}</span>
            {!active && <StatusText status="inactive">{t('inactive')}</StatusText>}
          </p>
        </div>
        {mayEdit && (
          <>
            <Menu
              label={t('actionsOf', { name })}
              align="end"
              items={[
                { id: 'create', label: t('createBelow'), icon: FolderTree, onSelect: onCreate },
                {
                  id: 'active',
                  label: t(active ? 'deactivate' : 'activate'),
                  icon: active ? Ban : Check,
                  onSelect: () => void setActive(!active),
                },
                ...auditItem(node.department.id),
                {
                  id: 'remove',
                  label: t('remove'),
                  icon: Trash2,
                  danger: true,
                  begins: true,
                  onSelect: () => setRemoves(true),
                },
              ]}
              trigger={(button) => <IconButton icon={Ellipsis} label={t('actionsOf', { name })} {...button} />}
            />
            <Button icon={Move} onClick={onMove}>
              {t('move')}
            </Button>
          </>
        )}
      </div>
      {removes && (
        <Suspense>
          <RemoveDialog
            node={node}
            store={store}
            onClose={(isDone?: boolean) => {
              setRemoves(false);
              if (isDone) onOpen(node.parent?.department.id ?? null);
            }}
            t={t}
          />
        </Suspense>
      )}
    </header>
  );
}
