import type { ReactNode } from 'react';
import { call } from '../../shared/api/index.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { OrganisationSignIn } from './organisation-sign-in.tsx';

/** The rules for signing in of the user's own organisation. */
export function SignInSettingsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <OrganisationSignIn send={send} />
    </DocumentWidget>
  );
}
