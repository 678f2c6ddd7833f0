import { useSignals } from '@preact/signals-react/runtime';
import {
  ArrowLeftRight,
  Bell,
  CircleUserRound,
  KeyRound,
  Languages,
  LogOut,
  Monitor,
  Moon,
  SlidersHorizontal,
  Sun,
  UserRoundPen,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { apiBase } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { ErrorBoundary } from '../../shared/element/error-boundary.tsx';
import { LANGUAGE_NAMES, language, useMessages } from '../../shared/locale/index.ts';
import { theme } from '../../shared/page/display.ts';
import { canChangePassword, signOut } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { toldMessages } from '../../shared/ui/told/told.messages.ts';
import { chooseLanguage, chooseTheme, showSettings } from '../display.ts';
import type { HostText } from '../host-text.ts';
import { mayLeave } from '../leave/leaving.ts';

// The element comes when somebody wants to see it: the frame stays small.
const ProfileDialog = lazy(() =>
  import('./profile-dialog.tsx').then(({ ProfileDialog: dialog }) => ({ default: dialog })),
);
const NotificationsDialog = lazy(() =>
  import('./notifications-dialog.tsx').then(({ NotificationsDialog: dialog }) => ({ default: dialog })),
);
const SwitchTenant = lazy(() =>
  import('../session/switch-tenant.tsx').then(({ SwitchTenant: dialog }) => ({ default: dialog })),
);

interface Props {
  readonly session: Session;
  readonly t: HostText;
  readonly inDrawer?: boolean;
}

/** Name, company and logo (LAY-06); opens language, appearance and the way out. */
export function ProfileMenu({ session, t, inDrawer }: Props): ReactNode {
  useSignals();
  const told = useMessages(toldMessages);
  const [isSwitching, setSwitching] = useState(false);
  const { user, tenant } = session;
  const [open, setOpen] = useState<'profile' | 'password' | 'notifications' | null>(null);
  const items = [
    { id: 'profile', label: t('host.editProfile'), icon: UserRoundPen, onSelect: () => setOpen('profile') },
    ...(canChangePassword()
      ? [{ id: 'password', label: t('host.changePassword'), icon: KeyRound, onSelect: () => setOpen('password') }]
      : []),
    { id: 'notifications', label: told('title'), icon: Bell, onSelect: () => setOpen('notifications') },
    ...LANGUAGES.map((id, index) => ({
      id,
      begins: index === 0,
      label: LANGUAGE_NAMES[id],
      icon: Languages,
      checked: language.value === id,
      onSelect: () => chooseLanguage(id),
    })),
    {
      id: 'system',
      begins: true,
      label: t('host.theme.system'),
      icon: Monitor,
      checked: theme.value === 'system',
      onSelect: () => chooseTheme('system'),
    },
    {
      id: 'light',
      label: t('host.theme.light'),
      icon: Sun,
      checked: theme.value === 'light',
      onSelect: () => chooseTheme('light'),
    },
    {
      id: 'dark',
      label: t('host.theme.dark'),
      icon: Moon,
      checked: theme.value === 'dark',
      onSelect: () => chooseTheme('dark'),
    },
    {
      id: 'settings',
      label: t('host.display'),
      icon: SlidersHorizontal,
      onSelect: () => showSettings(true, inDrawer ?? false),
    },
    ...(session.tenants.length > 1
      ? [
          {
            id: 'tenant',
            begins: true,
            label: t('host.tenant.switch'),
            icon: ArrowLeftRight,
            onSelect: () => setSwitching(true),
          },
        ]
      : []),
    { id: 'logout', begins: true, label: t('host.logout'), icon: LogOut, onSelect: () => void leave(signOut) },
  ];
  return (
    <>
      <Menu
        label={t('host.profile', { name: user.name })}
        align="end"
        items={items}
        trigger={(button) => (
          <button type="button" className={inDrawer ? 'entry profile-entry' : 'profile'} {...button}>
            {inDrawer && <CompanyLogo session={session} />}
            {!inDrawer && user.avatar && <Avatar name={user.name} picture={user.avatar} size={32} />}
            <span className="stack">
              <span className="s strong cut">{user.name}</span>
              <span className="xs muted cut">{user.company?.name ?? tenant.name}</span>
            </span>
            {!inDrawer && <CompanyLogo session={session} />}
          </button>
        )}
      />
      {open && (
        <ErrorBoundary fallback={() => null} onError={() => setOpen(null)}>
          <Suspense>
            {open === 'notifications' ? (
              <NotificationsDialog title={told('title')} t={t} onClose={() => setOpen(null)} />
            ) : (
              <ProfileDialog section={open} t={t} onClose={() => setOpen(null)} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
      {isSwitching && (
        <Suspense>
          <SwitchTenant session={session} onClose={() => setSwitching(false)} t={t} />
        </Suspense>
      )}
    </>
  );
}

/** What was typed is asked about before the person is gone. */
async function leave(then: () => Promise<void>): Promise<void> {
  if (await mayLeave()) await then();
}

/** The tenant's logo; a tenant without one, or a picture that does not come, gives the account icon. */
function CompanyLogo({ session }: { readonly session: Session }): ReactNode {
  const [failed, setFailed] = useState(false);
  const { logo } = session.tenant;
  return (
    <span className="company" aria-hidden="true">
      {logo && !failed ? (
        <img src={new URL(logo, apiBase.value).href} alt="" width={34} height={34} onError={() => setFailed(true)} />
      ) : (
        <Icon of={CircleUserRound} size="l" />
      )}
    </span>
  );
}
