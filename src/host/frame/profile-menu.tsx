import { useSignals } from '@preact/signals-react/runtime';
import {
  ArrowLeftRight,
  Bell,
  CircleUserRound,
  Eye,
  KeyRound,
  Languages,
  LogOut,
  Monitor,
  Moon,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  UserRoundPen,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { apiBase } from '../../shared/api/index.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { language, languageChoices, useMessages } from '../../shared/locale/index.ts';
import { theme } from '../../shared/page/display.ts';
import { canChangePassword, signOut } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { preferencesMessages } from '../../shared/ui/notification-preferences/preferences.messages.ts';
import { chooseTheme, showSettings } from '../display.ts';
import type { HostText } from '../host-text.ts';
import type { LooksDialog as Looks } from '../looks/looks-dialog.tsx';
import type { SwitchTenant as Switching } from '../session/switch-tenant.tsx';
import { confirmLeaving } from '../unsaved-changes/unsaved-changes.ts';
import type { NotificationsDialog as Notifications } from './notifications-dialog.tsx';
import { chooseOwnLanguage } from './own-language.ts';
import type { ProfileDialog as Profile } from './profile-dialog.tsx';

// The element is loaded on demand to keep the frame small.
const ProfileDialog = containedPart<'ProfileDialog', ComponentProps<typeof Profile>>(
  () => import('./profile-dialog.tsx'),
  'ProfileDialog',
);
const NotificationsDialog = containedPart<'NotificationsDialog', ComponentProps<typeof Notifications>>(
  () => import('./notifications-dialog.tsx'),
  'NotificationsDialog',
);
const LooksDialog = containedPart<'LooksDialog', ComponentProps<typeof Looks>>(
  () => import('../looks/looks-dialog.tsx'),
  'LooksDialog',
);
const SwitchTenant = containedPart<'SwitchTenant', ComponentProps<typeof Switching>>(
  () => import('../session/switch-tenant.tsx'),
  'SwitchTenant',
);

const THEMES = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;

interface Props {
  readonly session: Session;
  readonly t: HostText;
  readonly inDrawer?: boolean;
}

/** Name, company and logo (LAY-06) with a menu for language, appearance and signing out. */
export function ProfileMenu({ session, t, inDrawer }: Props): ReactNode {
  useSignals();
  const preferencesText = useMessages(preferencesMessages);
  const { user, tenant } = session;
  const [open, setOpen] = useState<'profile' | 'password' | 'security' | 'notifications' | 'looks' | 'tenant' | null>(
    null,
  );
  const close = () => setOpen(null);
  const items = [
    { id: 'profile', label: t('host.editProfile'), icon: UserRoundPen, onSelect: () => setOpen('profile') },
    ...(canChangePassword()
      ? [
          { id: 'password', label: t('host.changePassword'), icon: KeyRound, onSelect: () => setOpen('password') },
          { id: 'security', label: t('host.security'), icon: ShieldCheck, onSelect: () => setOpen('security') },
        ]
      : []),
    { id: 'notifications', label: preferencesText('title'), icon: Bell, onSelect: () => setOpen('notifications') },
    { id: 'looks', label: t('host.looks'), icon: Eye, onSelect: () => setOpen('looks') },
    ...languageChoices().map(({ id, name }, index) => ({
      id,
      begins: index === 0,
      label: name,
      icon: Languages,
      checked: language.value === id,
      onSelect: () => void chooseOwnLanguage(id),
    })),
    ...THEMES.map(({ id, icon }, index) => ({
      id,
      begins: index === 0,
      label: t(`host.theme.${id}`),
      icon,
      checked: theme.value === id,
      onSelect: () => chooseTheme(id),
    })),
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
            onSelect: () => setOpen('tenant'),
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
      <Suspense>
        {(open === 'profile' || open === 'password' || open === 'security') && (
          <ProfileDialog section={open} t={t} onClose={close} />
        )}
        {open === 'notifications' && <NotificationsDialog title={preferencesText('title')} t={t} onClose={close} />}
        {open === 'looks' && <LooksDialog t={t} onClose={close} />}
        {open === 'tenant' && <SwitchTenant session={session} t={t} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Asks about unsaved input before signing out. */
async function leave(then: () => Promise<void>): Promise<void> {
  if (await confirmLeaving()) await then();
}

/** The organisation's logo; the account icon if there is none or it fails to load. */
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
