import { Check, ExternalLink, History, KeyRound, MailPlus, UserCheck, UserSearch, UserX } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { applicationMessages } from '../../shared/administration/application.messages.ts';
import { aboutUser, doneByUser } from '../../shared/contracts/audit.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import type { MenuProps } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { Account, UsersStore } from './users.store.ts';
import { pageOfUser, type UsersAccess } from './users-access.ts';
import type { UsersText } from './users-text.ts';

const DeactivateDialog = containedPart(() => import('./leaving/deactivate-dialog.tsx'), 'DeactivateDialog');
const PasswordDialog = containedPart(() => import('./password-dialog.tsx'), 'PasswordDialog');

interface Options {
  readonly store: UsersStore;
  readonly access: UsersAccess;
  /** After an action that changed the user. */
  readonly onChanged: () => Promise<void>;
  /** Opens the audit log with a query; null where the page has none. */
  readonly onAudit: ((query: string) => void) | null;
  readonly t: UsersText;
}

interface AccountActions {
  readonly menuOf: (account: Account) => ComponentProps<(props: MenuProps) => ReactNode>['items'];
  readonly askPassword: (account: Account) => void;
  readonly sendCode: (account: Account) => Promise<void>;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Actions on one user, for the menu of a row and for the user's own screen. */
export function useAccountActions({ store, access, onChanged, onAudit, t }: Options): AccountActions {
  const application = useMessages(applicationMessages);
  const [asked, setAsked] = useState<{ what: 'password' | 'deactivate'; account: Account } | null>(null);

  async function carryOut(change: Promise<unknown>, done: string): Promise<void> {
    try {
      await change;
      showSnack({ text: done, icon: Check });
    } catch (error) {
      showProblem(error);
    }
    await onChanged();
  }

  async function sendCode({ key }: Account): Promise<void> {
    try {
      showSnack({ text: t('code.sent', { destination: await store.sendCode(key) }), icon: Check });
    } catch (error) {
      showProblem(error);
    }
  }

  const askPassword = (account: Account) => setAsked({ what: 'password', account });
  const menuOf = (account: Account) => {
    const isDisabled = account.status === 'disabled' || account.status === 'erased';
    const isInvited = account.status === 'invited';
    if (access.leave) return [...(onAudit ? auditItems(account, onAudit) : []), ...leaving(account, access.leave)];
    if (!access.mayEdit) return onAudit ? auditItems(account, onAudit) : [];
    return [
      ...(onAudit ? auditItems(account, onAudit) : []),
      {
        id: 'password',
        label: t(isInvited ? 'invite.again' : 'reset'),
        icon: isInvited ? MailPlus : KeyRound,
        blocked: isDisabled,
        onSelect: () => askPassword(account),
      },
      isDisabled
        ? {
            id: 'reactivate',
            label: t('reactivate'),
            icon: UserCheck,
            blocked: account.status === 'erased',
            onSelect: () => void carryOut(store.reactivate(account.key), t('reactivated', { name: account.name })),
          }
        : {
            id: 'deactivate',
            label: t('deactivate.ask'),
            icon: UserX,
            danger: true,
            begins: true,
            onSelect: () => setAsked({ what: 'deactivate', account }),
          },
    ];
  };

  const auditItems = ({ id }: Account, open: (query: string) => void) => [
    { id: 'did', label: t('audit.did'), icon: UserSearch, onSelect: () => open(doneByUser(id)) },
    { id: 'happened', label: t('audit.happened'), icon: History, onSelect: () => open(aboutUser(id)) },
  ];

  const leaving = ({ id, status }: Account, leave: (path: string) => void) => {
    const inApplication = (name: string, action: string) => ({
      id: name,
      label: application('action', { action: action.replace(/…$/, '') }),
      icon: ExternalLink,
      onSelect: () => leave(pageOfUser(id)),
    });
    if (!access.mayEdit) return [{ ...inApplication('application', ''), label: application('open') }];
    return [
      inApplication('password', t(status === 'invited' ? 'invite.again' : 'reset')),
      status === 'disabled' || status === 'erased'
        ? inApplication('reactivate', t('reactivate'))
        : { ...inApplication('deactivate', t('deactivate.ask')), begins: true },
    ];
  };

  const close = (isDone: boolean) => {
    setAsked(null);
    if (isDone) void onChanged();
  };
  const props = { store, t, onClose: close };
  const dialog = (
    <Suspense>
      {asked?.what === 'deactivate' && <DeactivateDialog account={asked.account} store={store} onClose={close} />}
      {asked?.what === 'password' && <PasswordDialog account={asked.account} {...props} />}
    </Suspense>
  );
  return { menuOf, askPassword, sendCode, dialog };
}
