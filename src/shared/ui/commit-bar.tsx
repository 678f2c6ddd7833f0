import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatTime } from '../locale/dates.ts';
import { useMessages } from '../locale/index.ts';
import { Button } from './button.tsx';
import { commitBarMessages } from './commit-bar.messages.ts';

export interface CommitBarProps {
  /** Verb of the button that saves. */
  readonly save: string;
  /** Without it the button submits its form. */
  readonly onSave?: () => void;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** What was typed cannot be saved; the fields say why. */
  readonly isBlocked?: boolean;
  /** Saving is offered before anything is changed, as for what is new. */
  readonly isNew?: boolean;
  readonly cancel?: { readonly label: string; readonly onCancel: () => void } | undefined;
  /** Why saving failed. */
  readonly children?: ReactNode;
}

/** The bar at the foot of a page that edits settings: the primary button left, the state in words beside it. */
export function CommitBar({
  save,
  onSave,
  isChanged,
  isSaving,
  isBlocked,
  isNew,
  cancel,
  children,
}: CommitBarProps): ReactNode {
  const t = useMessages(commitBarMessages);
  const savedAt = useSavedAt(isSaving, isChanged);
  const words = isChanged
    ? t('changed')
    : savedAt
      ? t('saved', { time: formatTime(savedAt) })
      : isNew
        ? ''
        : t('unchanged');
  return (
    <div className="outcomes commit">
      {children}
      <Button
        kind="primary"
        type={onSave ? 'button' : 'submit'}
        busy={isSaving}
        blocked={isBlocked || (!isChanged && !isNew && !isSaving)}
        {...(onSave ? { onClick: onSave } : {})}
      >
        {save}
      </Button>
      {cancel && (
        <Button kind="ghost" onClick={cancel.onCancel}>
          {cancel.label}
        </Button>
      )}
      <span className="xs muted" role="status">
        {isSaving ? '' : words}
      </span>
    </div>
  );
}

/** When the values on screen were saved here; null before that, and for values that changed since. */
function useSavedAt(isSaving: boolean, isChanged: boolean): string | null {
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const wasSaving = useRef(false);
  useEffect(() => {
    if (wasSaving.current && !isSaving && !isChanged) setSavedAt(new Date().toISOString());
    else if (isChanged) setSavedAt(null);
    wasSaving.current = isSaving;
  }, [isSaving, isChanged]);
  return savedAt;
}
