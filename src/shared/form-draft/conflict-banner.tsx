import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useState } from 'react';
import type { FormServices } from '../form-view/index.ts';
import type { FormModel } from '../forms/index.ts';
import { useMessages } from '../locale/index.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { containedPart } from '../ui/contained-part.tsx';
import { draftMessages } from './draft.messages.ts';
import type { DraftKeeper } from './draft.store.ts';

const ConflictDialog = containedPart(() => import('./conflict-dialog.tsx'), 'ConflictDialog');

/** Reports fields that were changed here and elsewhere; local input stays until the user decides. */
export function ConflictBanner({
  keeper,
  model,
  services,
}: {
  readonly keeper: DraftKeeper;
  readonly model: FormModel;
  readonly services: FormServices;
}): ReactNode {
  useSignals();
  const t = useMessages(draftMessages);
  const [isOpen, setOpen] = useState(false);
  const count = keeper.conflicts.value.length;
  if (count === 0) return null;
  return (
    <>
      <Banner
        tone="amber"
        action={
          <Button small onClick={() => setOpen(true)}>
            {t('compare')}
          </Button>
        }
      >
        {t('conflicts', { count })}
      </Banner>
      {isOpen && (
        <Suspense>
          <ConflictDialog keeper={keeper} model={model} services={services} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
