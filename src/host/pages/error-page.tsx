import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { hostMessages } from '../host.messages.ts';
import { usePageTitle } from '../page-title.ts';
import { PartFailed } from './part-failed.tsx';

/** An essential part of the application failed to load. */
export function ErrorPage({ error }: { readonly error: unknown }): ReactNode {
  const t = useMessages(hostMessages);
  usePageTitle(t('host.partFailed'));
  return (
    <main className="alone">
      <h1 className="sr">{t('host.partFailed')}</h1>
      <PartFailed error={error} t={t} />
    </main>
  );
}
