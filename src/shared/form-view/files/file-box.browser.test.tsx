import { expect } from '@open-wc/testing';
import { signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { defineWidget } from '../../define-widget/define-widget.tsx';
import type { FileRef } from '../../forms/index.ts';
import { createPreviewState } from '../../ui/preview/preview.state.ts';
import { FileBox } from './file-box.tsx';
import type { FileService, UploadPlace } from './file-service.ts';
import { createUploads, type Uploads } from './uploads.ts';

const files = signal<readonly FileRef[]>([]);
const place = signal<UploadPlace | undefined>(undefined);
let service: FileService;

/** Like the service of a task, with a server that accepts everything. */
function serve(): void {
  let uploads: Uploads | undefined;
  let latest: UploadPlace | undefined;
  service = {
    preview: createPreviewState(),
    uploadsTo: (to: UploadPlace) => {
      latest = to;
      uploads ??= createUploads({
        send: async (file) => ({ id: file.name, fileName: file.name, size: file.size, mediaType: file.type }),
        check: () => null,
        held: () => files.peek().length,
        onDone: (file) => latest?.onDone(file),
        textOf: ({ code }) => code,
      });
      return uploads;
    },
  } as unknown as FileService;
}

defineWidget('verva-files-sample', () => {
  useSignals();
  return (
    <FileBox
      service={service}
      files={files.value}
      place={place.value}
      control={{ id: 'quote', label: 'Quote' }}
      around={() => []}
      mayRemove={() => true}
      onRemove={() => undefined}
      onRestore={() => undefined}
      onGone={() => undefined}
    />
  );
});

describe('a box of files', () => {
  let element: HTMLElement;
  const box = () => element.shadowRoot?.querySelector('fieldset') as HTMLElement;
  const names = () => [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  const carrying = (...carried: (File | string)[]) => {
    const data = new DataTransfer();
    for (const one of carried) {
      if (typeof one === 'string') data.items.add(one, 'text/plain');
      else data.items.add(one);
    }
    return data;
  };
  const PLAN = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  const PHOTO = new File(['…'], 'photo.png', { type: 'image/png' });
  /** Whether the browser would perform its default: open the file in place of the page. */
  const drag = (type: string, dataTransfer: DataTransfer, on: Element = box()) =>
    on.dispatchEvent(new DragEvent(type, { bubbles: true, composed: true, cancelable: true, dataTransfer }));
  const paste = (clipboardData: DataTransfer) =>
    box()
      .querySelector('button')
      ?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true, clipboardData }));

  beforeEach(async () => {
    files.value = [];
    place.value = {
      id: 'quote',
      held: () => files.peek().length,
      onDone: (file) => (files.value = [...files.peek(), file]),
    };
    serve();
    element = document.body.appendChild(document.createElement('verva-files-sample'));
    await waitUntil(() => element.shadowRoot?.querySelector('.drop button'));
  });
  afterEach(() => element.remove());

  it('FRM-05 accepts several dropped files, and highlights the drop area', async () => {
    const data = carrying(PLAN, PHOTO);
    drag('dragenter', data);
    await waitUntil(() => box().classList.contains('over'), 'it shows where they would go');
    expect(drag('dragover', data)).to.equal(false);
    expect(drag('drop', data)).to.equal(false);
    await waitUntil(() => files.value.length === 2, 'both are sent');
    expect(names().map((name) => /plan\.pdf|photo\.png/.exec(name ?? '')?.[0])).to.have.members([
      'plan.pdf',
      'photo.png',
    ]);
    expect(box().classList.contains('over')).to.equal(false);
  });

  it('FRM-05 accepts pasted files, and leaves pasted and dragged text to the page', async () => {
    expect(paste(carrying('just words'))).to.equal(true);
    expect(drag('dragover', carrying('just words'))).to.equal(true);
    expect(paste(carrying(PHOTO))).to.equal(false);
    await waitUntil(() => files.value.length === 1, 'it is sent');
    expect(files.value[0]?.fileName).to.equal('photo.png');
  });

  it('FRM-05 accepts nothing when it is read-only', async () => {
    place.value = undefined;
    await waitUntil(() => element.shadowRoot?.querySelector('.drop') === null);
    drag('drop', carrying(PLAN));
    expect(element.shadowRoot?.querySelectorAll('li').length).to.equal(0);
    expect(files.value).to.deep.equal([]);
  });
});
