import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import type { PanelProps } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import type { PublishDialogProps } from './publish-dialog.tsx';

const PublishDialog = containedPart<'PublishDialog', PublishDialogProps>(
  () => import('./publish-dialog.tsx'),
  'PublishDialog',
);

/** Publish button in the builder's toolbar; opens the publish dialog. */
export function PublishButton({ store, show, showMissing }: PanelProps): ReactNode {
  useSignals();
  const t = useMessages(panelsMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" blocked={store.state.value.status !== 'ready'} onClick={() => setOpen(true)}>
        {t('publish')}
      </Button>
      {isOpen && (
        <Suspense>
          <PublishDialog
            store={store}
            show={show}
            {...(showMissing ? { showMissing } : {})}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
