import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { openApplication } from '../../shared/administration/open-application.ts';
import { useSettingsCall } from '../../shared/administration/settings-call.ts';
import { hasScope, isElementToken } from '../../shared/administration/token-scopes.ts';
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
import styles from '../../shared/ui/styles/settings-split.css?inline';
import { GroupList } from './group-list.tsx';
import { groupsMessages } from './groups.messages.ts';
import { createGroups } from './groups.store.ts';
import '../../shared/ui/styles/parts-sheet.ts';

const GroupEditor = containedPart(() => import('./group-editor.tsx'), 'GroupEditor');
const GroupDialog = containedPart(() => import('./group-dialog.tsx'), 'GroupDialog');

type SettingsGroupsProps = PropertiesOf<'verva-settings-groups'>;

/** Administration of groups and their members (ADM-02). */
export function SettingsGroups(props: SettingsGroupsProps): ReactNode {
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return <SettingsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />;
}

const searchOf = (query: string): string => new URLSearchParams(query).get('q') ?? '';

function SettingsOf({ groupId, readonly = false, query = '', auditPage }: SettingsGroupsProps): ReactNode {
  useSignals();
  const t = useMessages(groupsMessages);
  const widget = useWidget();
  const send = useSettingsCall((change) => widget.emit('verva-settings-changed', change));
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  // The initial search; later ones come from the user, or from Back.
  const [store] = useState(() => createGroups({ send, q: searchOf(query) }));
  const [opened, setOpened] = useState(groupId ?? null);
  const [creates, setCreates] = useState(false);
  const [imports, setImports] = useState(false);
  const signedIn = session.value.status === 'signed-in';

  useEffect(() => {
    if (signedIn) void store.load();
  }, [store, signedIn]);
  useEffect(() => setOpened(groupId ?? null), [groupId]);
  useEffect(() => store.search(searchOf(query)), [store, query]);
  useEffect(() => store.stop, [store]);

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open group in its address prevents the default and sets the attribute.
  const open = (id: string | null) => {
    if (widget.ask('verva-group-opened', { groupId: id })) setOpened(id);
  };
  const search = (q: string) => {
    store.search(q);
    widget.emit('verva-groups-changed', { query: q === '' ? '' : String(new URLSearchParams({ q })) });
  };
  const openInApplication = (path: string) =>
    openApplication(path, () => widget.ask('verva-open-application', { path }));
  const leave = isElementToken() ? openInApplication : null;
  const mayEdit = hasScope('people') && !readonly;
  const openAudit = (asked: string) => {
    if (!auditPage) openInApplication(`/settings/audit?${asked}`);
    else if (widget.ask('verva-audit-opened', { query: asked })) location.assign(`${auditPage}?${asked}`);
  };
  const onAudit = auditPage || leave ? openAudit : null;
  if (imports) {
    const close = () => {
      setImports(false);
      void store.load();
    };
    return <ImportPage resource="groups" onClose={close} onDone={onImported} />;
  }
  const list = store.state.value;
  if (list.status === 'loading') return <Skeleton rows={8} />;
  if (list.status === 'failed') return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  const group = opened === null ? undefined : store.byId(opened);
  return (
    <div className={`split settings-split ${opened === null ? '' : 'opened'}`}>
      <GroupList
        store={store}
        opened={opened}
        mayEdit={mayEdit}
        onSearch={search}
        onOpen={open}
        onCreate={() => setCreates(true)}
        onImport={() => setImports(true)}
        t={t}
      />
      <section className="detail-pane" aria-label={t('detail')}>
        {opened === null && (
          <div className="detail centred">
            <EmptyState title={t('choose')} text={t('choose.more')} />
          </div>
        )}
        {opened !== null && !group && (
          <EmptyState mark="failed" title={t('gone')}>
            <Button onClick={() => open(null)}>{t('back')}</Button>
          </EmptyState>
        )}
        {group && (
          <Suspense fallback={<Skeleton rows={8} />}>
            <GroupEditor
              key={group.id}
              group={group}
              store={store}
              mayEdit={mayEdit}
              leave={leave}
              onClose={() => open(null)}
              onAudit={onAudit}
              t={t}
            />
          </Suspense>
        )}
      </section>
      {creates && (
        <Suspense>
          <GroupDialog
            group={null}
            store={store}
            onClose={(id) => {
              setCreates(false);
              if (id) open(id);
            }}
            t={t}
          />
        </Suspense>
      )}
    </div>
  );
}
