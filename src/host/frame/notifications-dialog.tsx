import { type ReactNode, useEffect, useRef } from 'react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { HostText } from '../host-text.ts';
import { Unsaved, useUnsaved } from './unsaved.tsx';
import '../../widgets/notifications/index.ts';

interface Props {
  readonly title: string;
  readonly t: HostText;
  readonly onClose: () => void;
}

/** Notification preferences in a dialog. Asks before closing with unsaved changes. */
export function NotificationsDialog({ title, t, onClose }: Props): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { asks, edited, close } = useUnsaved(onClose);

  useEffect(() => {
    const notifications = element.current;
    if (!notifications) return;
    const stop = new AbortController();
    const { signal } = stop;
    notifications.addEventListener('verva-notifications-edited', edited, { signal });
    for (const type of ['saved', 'cancelled']) {
      notifications.addEventListener(`verva-notifications-${type}`, onClose, { signal });
    }
    return () => stop.abort();
  }, [onClose, edited]);

  return (
    <Dialog title={title} onClose={close}>
      {asks && <Unsaved t={t} onDiscard={onClose} />}
      {/* Uses the background of the dialog. */}
      <verva-notifications ref={element} closable theme="page" />
    </Dialog>
  );
}
