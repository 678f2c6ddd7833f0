import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '../api/api-error.ts';
import { problemText } from '../api/problem-text.ts';
import { useMessages } from '../locale/use-messages.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { deleteDialogMessages } from './delete-dialog.messages.ts';
import { FormDialog } from './form-dialog.tsx';
import { Skeleton } from './skeleton.tsx';
import { useSaving } from './use-saving.ts';

type Known<Uses> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly uses: Uses };

interface Props<Uses> {
  readonly title: string;
  /** Reads what uses the object. */
  readonly find: (stop: AbortSignal) => Promise<Uses>;
  /** Whether the uses prevent deleting. */
  readonly isUsed: (uses: Uses) => boolean;
  /** What will happen, or the uses that prevent it. */
  readonly draw: (uses: Uses) => ReactNode;
  readonly remove: () => Promise<void>;
  /** Alternative action where deleting is not possible. */
  readonly instead?: { readonly label: string; readonly onSelect: () => void } | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before deleting, with what uses the object; lists the uses if they prevent it. */
export function DeleteDialog<Uses>({ title, find, isUsed, draw, remove, instead, onClose }: Props<Uses>): ReactNode {
  const t = useMessages(deleteDialogMessages);
  const [turn, setTurn] = useState(0);
  const known = useUses(find, turn);
  const saving = useSaving();
  const isRefused = known.status === 'ready' && isUsed(known.uses);

  async function go(): Promise<void> {
    try {
      await remove();
    } catch (error) {
      // It has been used since the dialog opened.
      if (codeOf(error).endsWith('.in_use')) setTurn(turn + 1);
      throw error;
    }
  }

  function submit(): void {
    if (!isRefused) {
      void saving.save(go, known.status === 'ready');
      return;
    }
    onClose();
    instead?.onSelect();
  }

  return (
    <FormDialog
      title={title}
      cancel={t(isRefused ? 'close' : 'cancel')}
      go={isRefused ? instead?.label : t('remove')}
      kind={isRefused ? 'primary' : 'danger'}
      blocked={known.status !== 'ready'}
      isSaving={saving.isSaving}
      error={isRefused ? undefined : saving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {known.status === 'loading' && <Skeleton rows={2} label={t('loading')} />}
      {known.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={() => setTurn(turn + 1)}>
              {t('retry')}
            </Button>
          }
        >
          {problemText(known.error)}
        </Banner>
      )}
      {known.status === 'ready' && draw(known.uses)}
    </FormDialog>
  );
}

/** Reads the uses of an object; another `turn` reads them again, and the known ones stay meanwhile. */
export function useUses<Uses>(find: (stop: AbortSignal) => Promise<Uses>, turn = 0): Known<Uses> {
  const [known, setKnown] = useState<Known<Uses>>({ status: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search of an open dialog never changes
  useEffect(() => {
    const stop = new AbortController();
    setKnown((before) => (before.status === 'ready' ? before : { status: 'loading' }));
    find(stop.signal).then(
      (uses) => !stop.signal.aborted && setKnown({ status: 'ready', uses }),
      (error: unknown) => !stop.signal.aborted && setKnown({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [turn]);
  return known;
}
