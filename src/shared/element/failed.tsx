import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { language } from '../locale/language.ts';
import { elementMessages } from './element.messages.ts';

/** Stands where something could not be loaded or drawn. */
export function Failed({ retry }: { readonly retry: () => void }): ReactNode {
  useSignals();
  // The words themselves may be what did not load.
  const text = elementMessages.text(language.value, 'failed') || 'This part of the page could not be loaded.';
  return (
    <div className="empty" role="alert">
      <p className="t3">{text}</p>
      <button type="button" className="btn" onClick={retry}>
        {elementMessages.text(language.value, 'retry') || 'Retry'}
      </button>
    </div>
  );
}
