import { type ReactNode, useEffect, useRef } from 'react';
import type { VervaEvent } from '../../shared/element/index.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { followProfileLanguage } from '../display.ts';
import type { HostText } from '../host-text.ts';
import { Unsaved, useUnsaved } from './unsaved.tsx';
import '../../widgets/profile/index.ts';

interface Props {
  readonly section: 'profile' | 'password' | 'security';
  readonly t: HostText;
  readonly onClose: () => void;
}

const TITLES = {
  profile: 'host.editProfile',
  password: 'host.changePassword',
  security: 'host.security',
} as const;

/** Profile, password or second factor in a dialog. Asks before closing with unsaved changes. */
export function ProfileDialog({ section, t, onClose }: Props): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { asks, edited, close } = useUnsaved(onClose);

  useEffect(() => {
    const profile = element.current;
    if (!profile) return;
    const stop = new AbortController();
    const { signal } = stop;
    const saved = ({ detail: { user, reload } }: VervaEvent<'verva-profile-saved'>) => {
      if (reload) followProfileLanguage(user.languageId);
      onClose();
    };
    profile.addEventListener('verva-profile-edited', edited, { signal });
    profile.addEventListener('verva-profile-cancelled', onClose, { signal });
    profile.addEventListener('verva-password-changed', onClose, { signal });
    profile.addEventListener('verva-profile-saved', saved, { signal });
    return () => stop.abort();
  }, [onClose, edited]);

  return (
    <Dialog title={t(TITLES[section])} onClose={close}>
      {asks && <Unsaved t={t} onDiscard={onClose} />}
      {/* Uses the background of the dialog. */}
      <verva-profile ref={element} section={section} closable theme="page" />
    </Dialog>
  );
}
