import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { shownSession } from '../../shared/session/index.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { IdentityProviders } from './identity-providers.tsx';

/** Identity providers of the user's own organisation (ORG-02, LOG-14). */
export function IssuersPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Own send={send} />
    </DocumentWidget>
  );
}

function Own({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const id = shownSession.value?.tenant.tenantId;
  return id === undefined ? null : <IdentityProviders key={id} send={send} tenantId={id} />;
}
