import { type ReactNode, useState } from 'react';
import { callForResponse } from '../../shared/api/call.ts';
import { getHrDocumentContent, type HrDocument } from '../../shared/contracts/hr-documents.contract.ts';
import { createPreviewState, type PreviewFile } from '../../shared/ui/preview/preview.state.ts';
import { Preview } from '../../shared/ui/preview/preview.tsx';
import { saveBlob } from '../../shared/ui/save-blob.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import type { Headers } from './hr-card.store.ts';

interface Props {
  readonly userId: string;
  readonly documents: readonly HrDocument[];
  /** The document that is shown first. */
  readonly first: string;
  readonly headers: Headers;
  readonly onClose: () => void;
}

/** Shows documents inside of the page, without an address of their own. */
export function DocumentPreview({ userId, documents, first, headers, onClose }: Props): ReactNode {
  const [state] = useState(() => {
    const preview = createPreviewState();
    preview.open(documents, first);
    return preview;
  });
  const load = async (id: string) => {
    const category = documents.find((one) => one.id === id)?.category;
    const options = { params: { userId, id }, query: { category }, headers };
    return (await callForResponse(getHrDocumentContent, options)).blob();
  };
  const save = ({ id, fileName }: PreviewFile) =>
    void load(id)
      .then((content) => saveBlob(content, fileName))
      .catch(showProblem);
  return <Preview state={state} load={load} save={save} onClose={onClose} />;
}
