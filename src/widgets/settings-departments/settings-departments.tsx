import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { EditingProvider } from '../../shared/administration/editing.tsx';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import type { ImportDone } from '../../shared/imports/import.store.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useMessages } from '../../shared/locale/index.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import styles from '../../shared/ui/styles/departments.css?inline';
import splitStyles from '../../shared/ui/styles/settings-split.css?inline';
import { DepartmentTree } from './department-tree.tsx';
import { departmentsMessages } from './departments.messages.ts';
import { createDepartments } from './departments.store.ts';
import { useOpenDepartments } from './open-departments.ts';
import { createTreeView, printShown, readShown } from './tree.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const DepartmentEditor = containedPart(() => import('./department-editor.tsx'), 'DepartmentEditor');
const NewDepartmentDialog = containedPart(() => import('./new-department-dialog.tsx'), 'NewDepartmentDialog');
const MoveDialog = containedPart(() => import('./move-dialog.tsx'), 'MoveDialog');

type SettingsDepartmentsProps = PropertiesOf<'verva-settings-departments'>;

/** Administration of the tree of departments (ADM-04). */
export function SettingsDepartments(props: SettingsDepartmentsProps): ReactNode {
  useStyles(splitStyles);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  const owner = `${shown?.user.key} ${shown?.tenant.tenantId}`;
  return (
    <EditingProvider mayEdit={!props.readonly} auditPage={props.auditPage}>
      <SettingsOf key={owner} owner={owner} {...props} />
    </EditingProvider>
  );
}

type Dialog =
  | { readonly kind: 'create'; readonly parentId: string | null }
  /** `to`: the proposed department above, null for the top, undefined for none. */
  | { readonly kind: 'move'; readonly id: string; readonly to: string | null | undefined };

function SettingsOf({
  departmentId,
  query = '',
  owner,
}: SettingsDepartmentsProps & { readonly owner: string }): ReactNode {
  useSignals();
  const t = useMessages(departmentsMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  const [store] = useState(() => createDepartments(send));
  // The initial display; later ones come from the user, or from Back.
  const [view] = useState(() => createTreeView(store.tree, owner, readShown(query)));
  const [opened, setOpened] = useState(departmentId ?? null);
  const [imports, setImports] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const editors = useOpenDepartments(store);
  const current = useRef(opened);
  current.current = opened;
  const lastOpened = useRef<string | null>(null);
  const signedIn = session.value.status === 'signed-in';
  const list = store.state.value;
  const isReady = list.status === 'ready';

  useEffect(() => {
    if (signedIn) void store.load();
  }, [store, signedIn]);
  useEffect(() => setOpened(departmentId ?? null), [departmentId]);
  useEffect(() => {
    if (printShown(readShown(query)) !== printShown(view.shown.peek())) view.show(readShown(query));
  }, [view, query]);
  useEffect(() => store.stop, [store]);
  useLayoutEffect(() => {
    view.opened.value = opened;
    if (!isReady) return;
    if (opened !== null) {
      view.reveal(opened);
      view.focus(opened);
    } else if (lastOpened.current !== null) view.goTo(lastOpened.current);
    lastOpened.current = opened;
  }, [view, opened, isReady]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open department in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    const from = current.current;
    if (id === from) return;
    const changed = from === null ? undefined : editors.changed(from);
    if (changed) {
      const action = { label: t('open'), onSelect: () => open(changed.saved.peek().id) };
      showSnack({ text: t('kept', { name: changed.saved.peek().name }), color: 'inverse', action });
    }
    if (widget.ask('verva-department-opened', { departmentId: id })) setOpened(id);
  };
  if (imports) {
    const close = () => {
      setImports(false);
      void store.load();
    };
    return <ImportPage resource="departments" onClose={close} onDone={onImported} />;
  }
  if (list.status === 'loading') return <Skeleton rows={8} />;
  if (list.status === 'failed') return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  const node = list.tree.byId.get(opened ?? '');
  return (
    <div className={`split settings-split departments ${opened === null ? '' : 'opened'}`}>
      <DepartmentTree
        view={view}
        isEmpty={list.tree.roots.length === 0}
        onOpen={open}
        onMove={(one, to) => setDialog({ kind: 'move', id: one.department.id, to: to?.department.id ?? null })}
        onCreate={() => setDialog({ kind: 'create', parentId: null })}
        onImport={() => setImports(true)}
        onShow={() => widget.emit('verva-departments-changed', { query: printShown(view.shown.peek()) })}
        t={t}
      />
      <section className="detail-pane" aria-label={t('detail')}>
        {opened === null && (
          <div className="detail centred">
            <EmptyState title={t('choose')} text={t('choose.more')} />
          </div>
        )}
        {opened !== null && !node && (
          <EmptyState mark="failed" title={t('gone')}>
            <Button onClick={() => open(null)}>{t('back')}</Button>
          </EmptyState>
        )}
        {node && (
          <Suspense fallback={<Skeleton rows={8} />}>
            <DepartmentEditor
              key={node.department.id}
              node={node}
              editor={editors.of(node.department)}
              store={store}
              onOpen={open}
              onOpenUser={(userId) => widget.ask('verva-user-opened', { userId })}
              onMove={() => setDialog({ kind: 'move', id: node.department.id, to: undefined })}
              onCreate={() => setDialog({ kind: 'create', parentId: node.department.id })}
              t={t}
            />
          </Suspense>
        )}
      </section>
      <Suspense>
        {dialog?.kind === 'create' && (
          <NewDepartmentDialog
            parentId={dialog.parentId}
            store={store}
            onClose={(id?: string) => {
              setDialog(null);
              if (id) open(id);
            }}
            t={t}
          />
        )}
        {dialog?.kind === 'move' && (
          <MoveDialog
            departmentId={dialog.id}
            to={dialog.to}
            store={store}
            onClose={(id?: string) => {
              setDialog(null);
              // By keyboard or dragging it began in the tree, and continues there.
              if (id && dialog.to !== undefined) view.goTo(id);
              else if (id) view.reveal(id);
            }}
            t={t}
          />
        )}
      </Suspense>
    </div>
  );
}
