import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { embeddingMessages } from './embedding.messages.ts';

export interface SureDialogProps {
  readonly title: string;
  /** What becomes of tokens. */
  readonly text: string;
  /** The words of the button that does it. */
  readonly act: string;
  readonly onAct: () => Promise<void>;
  readonly onClose: () => void;
}

type State = { readonly status: 'asking' | 'working' } | { readonly status: 'refused'; readonly error: unknown };

/** Asks before something that ends tokens. */
export function SureDialog({ title, text, act, onAct, onClose }: SureDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  const [state, setState] = useState<State>({ status: 'asking' });

  async function go(): Promise<void> {
    setState({ status: 'working' });
    try {
      await onAct();
      onClose();
    } catch (error) {
      setState({ status: 'refused', error });
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" busy={state.status === 'working'} onClick={() => void go()}>
            {act}
          </Button>
        </>
      }
    >
      <div className="stack emb-spaced">
        {state.status === 'refused' && <Banner tone="red">{problemText(state.error)}</Banner>}
        <p>{text}</p>
      </div>
    </Dialog>
  );
}
