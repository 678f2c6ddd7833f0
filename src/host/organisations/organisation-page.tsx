import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { shownSession } from '../../shared/session/index.ts';
import { useOpenStores } from '../../shared/ui/use-open-stores.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { createOrganisationStore } from './organisation.store.ts';
import { OrganisationEditor } from './organisation-editor.tsx';
import { organisationsMessages } from './organisations.messages.ts';

/** The user's own organisation, for its administrators (ORG-02). */
export function OrganisationPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Own send={send} />
    </DocumentWidget>
  );
}

function Own({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(organisationsMessages);
  const editorOf = useOpenStores((id) => createOrganisationStore({ send, id }));
  const id = shownSession.value?.tenant.tenantId;
  return id === undefined ? null : <OrganisationEditor key={id} editor={editorOf(id)} t={t} />;
}
