import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { openApplication } from '../../shared/administration/open-application.ts';
import { hasScope, isElementToken } from '../../shared/administration/token-scopes.ts';
import { call } from '../../shared/api/index.ts';
import { type PropertiesOf, useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
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
import { createUsers } from './users.store.ts';
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

function SettingsOf({ userId, query = '', auditPage }: SettingsUsersProps): ReactNode {
  useSignals();
  const t = useMessages(usersMessages);
  const widget = useWidget();
  // The initial question; later ones come from the user, or from Back.
  const [store] = useState(() => createUsers({ send: call, asked: readQuestion(query) }));
  const [opened, setOpened] = useState(userId ?? null);
  const [imports, setImports] = useState(false);
  const userOf = useOpenStores((userId) =>
    createUserStore({ send: call, userId, self: shownSession.peek()?.user.key, isElement: isElementToken() }),
  );
  const isListed = session.value.status === 'signed-in' && opened === null && !imports;

  useEffect(() => setOpened(userId ?? null), [userId]);
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
  const access: UsersAccess = { mayEdit: hasScope('people'), leave: isElementToken() ? leave : null };
  const openAudit = (asked: string) => {
    if (!auditPage) leave(`/settings/audit?${asked}`);
    else if (widget.ask('verva-audit-opened', { query: asked })) location.assign(`${auditPage}?${asked}`);
  };
  const onAudit = auditPage || access.leave ? openAudit : null;
  // What the token allows is not known yet.
  if (opened !== null && session.value.status === 'starting') return <Skeleton rows={8} />;
  if (opened === null && imports) return <ImportPage resource="people" onClose={() => setImports(false)} />;
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
