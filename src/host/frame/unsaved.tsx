import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { HostText } from '../host-text.ts';

/** Question above a form whose dialog the user closes with unsaved changes. */
export function Unsaved({ t, onDiscard }: { readonly t: HostText; readonly onDiscard: () => void }): ReactNode {
  return (
    <div className="before-form">
      <Banner
        tone="amber"
        action={
          <Button small onClick={onDiscard}>
            {t('host.discard')}
          </Button>
        }
      >
        {t('host.unsaved')}
      </Banner>
    </div>
  );
}

/** Asks before a dialog closes while the element in it has unsaved changes. `edited` hears the element's events. */
export function useUnsaved(onClose: () => void) {
  // Read when the dialog closes, therefore a ref; `asks` is the rendered state.
  const unsaved = useRef(false);
  const [asks, setAsks] = useState(false);
  const edited = useCallback(({ detail }: { readonly detail: { readonly unsaved: boolean } }) => {
    unsaved.current = detail.unsaved;
    if (!unsaved.current) setAsks(false);
  }, []);
  return { asks, edited, close: () => (unsaved.current ? setAsks(true) : onClose()) };
}
