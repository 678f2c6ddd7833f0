import { type ReadonlySignal, signal } from '@preact/signals-core';

/** A file that can be previewed. */
export interface PreviewFile {
  readonly id: string;
  readonly fileName: string;
}

/** State of the preview (LAY-11): the current file and its neighbours in the list. */
export interface PreviewState {
  readonly showPreview: ReadonlySignal<boolean>;
  readonly selectedAttachment: ReadonlySignal<PreviewFile | null>;
  readonly currentAttachments: ReadonlySignal<readonly PreviewFile[]>;
  open(files: readonly PreviewFile[], id: string): void;
  /** Goes to the next file (1) or the previous one (-1); stays at either end. */
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
