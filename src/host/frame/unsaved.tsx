import type { ReactNode } from 'react';
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
