import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { language } from '../locale/language.ts';
import { elementMessages } from './element.messages.ts';

/** Shown instead of content that failed to load or render. */
export function Failed({ retry }: { readonly retry: () => void }): ReactNode {
  useSignals();
  // The texts themselves may have failed to load.
  const text = elementMessages.text(language.value, 'failed') || 'This part of the page could not be loaded.';
  return (
    <div className="empty" role="alert">
      <p className="t3">{text}</p>
      <button type="button" className="btn" onClick={retry}>
        {elementMessages.text(language.value, 'retry') || 'Try again'}
      </button>
    </div>
  );
}
