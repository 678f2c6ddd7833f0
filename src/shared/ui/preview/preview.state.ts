import { type ReadonlySignal, signal } from '@preact/signals-core';

/** A file that can be looked at. */
export interface PreviewFile {
  readonly id: string;
  readonly fileName: string;
}

/** What is being looked at (LAY-11): a file, and those before and after it in its list. */
export interface PreviewState {
  readonly showPreview: ReadonlySignal<boolean>;
  readonly selectedAttachment: ReadonlySignal<PreviewFile | null>;
  readonly currentAttachments: ReadonlySignal<readonly PreviewFile[]>;
  open(files: readonly PreviewFile[], id: string): void;
  /** To the next one (1) or the one before (-1); stays at either end. */
  step(by: 1 | -1): void;
  close(): void;
}

export function createPreviewState(): PreviewState {
  const showPreview = signal(false);
  const selectedAttachment = signal<PreviewFile | null>(null);
  const currentAttachments = signal<readonly PreviewFile[]>([]);
  return {
    showPreview,
    selectedAttachment,
    currentAttachments,
    open(files, id) {
      currentAttachments.value = files;
      selectedAttachment.value = files.find((file) => file.id === id) ?? null;
      showPreview.value = selectedAttachment.value !== null;
    },
    step(by) {
      const files = currentAttachments.peek();
      const at = files.findIndex(({ id }) => id === selectedAttachment.peek()?.id);
      const next = files[at + by];
      if (at >= 0 && next) selectedAttachment.value = next;
    },
    close() {
      showPreview.value = false;
    },
  };
}
