import { Hourglass } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { undoCompletion } from './deferred-completions.ts';
import { undoMessages } from './undo.messages.ts';

interface Props {
  readonly held: NonNullable<TaskDetail['held']>;
  /** This user has just tried to complete it too: the input is kept. */
  readonly isRefused: boolean;
  readonly onChange: () => void;
}

/** The server processes due actions every half second. */
const AFTERWARDS_MS = 1000;

/** Who is completing the task, until it is done; that user can undo it here. */
export function UndoBanner({ held, isRefused, onChange }: Props): ReactNode {
  const t = useMessages(undoMessages);
  const { id, until, by } = held;
  useEffect(() => {
    const timer = setTimeout(onChange, Math.max(0, Date.parse(until) - Date.now()) + AFTERWARDS_MS);
    return () => clearTimeout(timer);
  }, [until, onChange]);
  return (
    <Banner
      tone={isRefused ? 'amber' : 'info'}
      icon={Hourglass}
      action={
        id && (
          <Button small onClick={() => void undoCompletion(id, onChange)}>
            {t('undo')}
          </Button>
        )
      }
    >
      {id ? t('heldByMe') : t('heldBy', { name: by.name })} {isRefused && t('inputKept')}
    </Banner>
  );
}
