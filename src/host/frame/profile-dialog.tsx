import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '../../shared/contracts/session.contract.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { followProfileLanguage } from '../display.ts';
import type { HostText } from '../host-text.ts';
import { Unsaved } from './unsaved.tsx';
import '../../widgets/profile/index.ts';

interface Props {
  readonly section: 'profile' | 'password';
  readonly t: HostText;
  readonly onClose: () => void;
}

/** The profile or the password in a dialog. It does not close over what was typed without asking. */
export function ProfileDialog({ section, t, onClose }: Props): ReactNode {
  const element = useRef<HTMLElement>(null);
  // Asked at the moment of closing, hence no state; what is drawn is `asks`.
  const unsaved = useRef(false);
  const [asks, setAsks] = useState(false);

  useEffect(() => {
    const profile = element.current;
    if (!profile) return;
    const stop = new AbortController();
    const on = (type: string, tell: (event: CustomEvent) => void) =>
      profile.addEventListener(type, (event) => tell(event as CustomEvent), { signal: stop.signal });
    on('verva-profile-edited', ({ detail }) => {
      unsaved.current = (detail as { unsaved: boolean }).unsaved;
      if (!unsaved.current) setAsks(false);
    });
    on('verva-profile-cancelled', onClose);
    on('verva-password-changed', onClose);
    on('verva-profile-saved', ({ detail }) => {
      const { user, reload } = detail as { user: User; reload: boolean };
      if (reload) followProfileLanguage(user.languageId);
      onClose();
    });
    return () => stop.abort();
  }, [onClose]);

  return (
    <Dialog
      title={section === 'profile' ? t('host.editProfile') : t('host.changePassword')}
      onClose={() => (unsaved.current ? setAsks(true) : onClose())}
    >
      {asks && <Unsaved t={t} onDiscard={onClose} />}
      {/* The dialog's ground, not one of its own. */}
      <verva-profile ref={element} section={section} closable theme="page" />
    </Dialog>
  );
}
