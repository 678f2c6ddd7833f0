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
import { readQuestion } from '../../shared/records/index.ts';
import { useQuestion } from '../../shared/records/use-question.ts';
import { session, shownSession } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { asksToSignIn, SignIn } from '../../shared/ui/sign-in.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import pageStyles from '../../shared/ui/styles/settings-table.css?inline';
import styles from '../../shared/ui/styles/users.css?inline';
import { useOpenStores } from '../../shared/ui/use-open-stores.ts';
import { createUserStore } from './user.store.ts';
import { usersMessages } from './users.messages.ts';
import { createUsers, type UsersPlace } from './users.store.ts';
import type { UsersAccess } from './users-access.ts';
import { UsersList } from './users-list.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

const UserEditor = containedPart(() => import('./user-editor.tsx'), 'UserEditor');

type SettingsUsersProps = PropertiesOf<'verva-settings-users'>;

/** Administration of users (ADM-01). */
export function SettingsUsers(props: SettingsUsersProps): ReactNode {
  useStyles(pageStyles);
  useStyles(styles);
  useSignals();
  const shown = shownSession.value;
  return <SettingsOf key={`${shown?.user.key} ${shown?.tenant.tenantId}`} {...props} />;
}

const placeOf = (department: string | undefined, company: string | undefined): UsersPlace => ({
  ...(department && { department }),
  ...(company && { company }),
});

function SettingsOf(props: SettingsUsersProps): ReactNode {
  const { userId, departmentId, companyId, readonly = false, query = '', auditPage } = props;
  const within = placeOf(departmentId, companyId);
  useSignals();
  const t = useMessages(usersMessages);
  const widget = useWidget();
  const send = useSettingsCall((change, isDeactivation) => {
    const id = usernameOf(change.id);
    widget.emit('verva-settings-changed', { ...change, id });
    if (isDeactivation) widget.emit('verva-user-deactivated', { userId: id });
  });
  const onImported = (done: ImportDone) => widget.emit('verva-import-done', done);
  // The initial question; later ones come from the user, or from Back.
  const [store] = useState(() => createUsers({ send, asked: readQuestion(query), within }));
  const [opened, setOpened] = useState(userId ?? null);
  const [imports, setImports] = useState(false);
  const userOf = useOpenStores((userId) =>
    createUserStore({ send, userId, self: shownSession.peek()?.user.key, isElement: isElementToken() }),
  );
  /** The username of a key, where the list or the open user has it. */
  const usernameOf = (key: string): string => {
    const list = store.records.list.peek();
    const opener = opened === null ? undefined : userOf(opened).state.peek();
    if (opener?.status === 'ready' && opener.user.key === key) return opener.user.id;
    const row = list.status === 'ready' ? list.rows.find(({ user }) => user.key === key) : undefined;
    return row?.user.id ?? key;
  };
  const isListed = session.value.status === 'signed-in' && opened === null && !imports;

  useEffect(() => setOpened(userId ?? null), [userId]);
  useEffect(() => store.limitTo(placeOf(departmentId, companyId)), [store, departmentId, companyId]);
  useQuestion({
    records: store.records,
    query,
    isListed,
    onChange: (asked) => widget.emit('verva-users-changed', { query: asked }),
  });

  if (asksToSignIn()) return <SignIn text={t('signedOut')} />;

  // A page that keeps the open user in its address prevents the default and sets the attribute.
  const open = (username: string | null) => {
    if (widget.ask('verva-user-opened', { userId: username })) setOpened(username);
  };
  const leave = (path: string) => openApplication(path, () => widget.ask('verva-open-application', { path }));
  const access: UsersAccess = { mayEdit: hasScope('people') && !readonly, leave: isElementToken() ? leave : null };
  const openAudit = (asked: string) => {
    if (!auditPage) leave(`/settings/audit?${asked}`);
    else if (widget.ask('verva-audit-opened', { query: asked })) location.assign(`${auditPage}?${asked}`);
  };
  const onAudit = auditPage || access.leave ? openAudit : null;
  // What the token allows is not known yet.
  if (opened !== null && session.value.status === 'starting') return <Skeleton rows={8} />;
  if (opened === null && imports)
    return <ImportPage resource="people" onClose={() => setImports(false)} onDone={onImported} />;
  if (opened === null) {
    const props = { store, access, onOpen: open, onAudit, t };
    return <UsersList {...props} onImport={() => setImports(true)} />;
  }
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <UserEditor
        key={opened}
        user={userOf(opened)}
        store={store}
        access={access}
        onOpen={open}
        onAudit={onAudit}
        t={t}
      />
    </Suspense>
  );
}
