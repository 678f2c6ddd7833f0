import { type ReactNode, useEffect, useId, useRef } from 'react';
import { problemText } from '../api/problem-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface FormDialogProps {
  readonly title: ReactNode;
  /** Label of the button that only closes. */
  readonly cancel: string;
  /** Label of the submit button; Enter in a field presses it. Without it the dialog can only be closed. */
  readonly go: string | undefined;
  readonly kind?: 'primary' | 'danger';
  /** The form cannot be submitted as it is. */
  readonly blocked?: boolean;
  readonly isSaving?: boolean;
  /** The error, shown above the fields. Omit it where a field shows it. */
  readonly error?: unknown;
  /** There are unsaved changes: only the buttons close the dialog, not Escape or a press beside it. */
  readonly isChanged?: boolean;
  /** Buttons at the other end of the footer. */
  readonly aside?: ReactNode;
  /** Alternative submit action, between the two buttons. */
  readonly also?: { readonly label: string; readonly onSubmit: () => void } | undefined;
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form. After errors, the focus goes to the first invalid field. */
export function FormDialog({
  title,
  cancel,
  go,
  kind = 'primary',
  blocked = false,
  isSaving = false,
  error,
  isChanged = false,
  aside,
  also,
  className = '',
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactNode {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isSaving) focusFault(form.current);
  }, [isSaving]);
  const submit = (save: () => void) => {
    save();
    // After the fields show the errors.
    requestAnimationFrame(() => focusFault(form.current));
  };
  return (
    <Dialog
      title={title}
      onClose={() => {
        if (!isChanged && !isSaving) onClose();
      }}
      footer={
        <>
          {aside}
          {aside && <span className="grow" />}
          <Button onClick={onClose}>{cancel}</Button>
          {also && (
            <Button blocked={isSaving} onClick={() => submit(also.onSubmit)}>
              {also.label}
            </Button>
          )}
          {go && (
            <Button kind={kind} type="submit" form={id} busy={isSaving} blocked={blocked}>
              {go}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={`stack spaced ${className}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(onSubmit);
        }}
      >
        {error !== undefined && error !== null && <Banner tone="red">{problemText(error)}</Banner>}
        {children}
      </form>
    </Dialog>
  );
}

function focusFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}
