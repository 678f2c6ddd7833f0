import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { startMessages } from './start.messages.ts';
import { initialOf } from './start-address.ts';
import '../../widgets/start-form/index.ts';

/** One start form without drawer and toolbar, for the web view of an app: `/start-form-view?item=`. */
export function StartFormView(): ReactNode {
  const t = useMessages(startMessages);
  const search = useSearch();
  const item = new URLSearchParams(search).get('item');
  const [element, setElement] = useState<HTMLElement | null>(null);

  useEffect(() => {
    document.title = `${t('title')} · Verva`;
  }, [t]);
  useEffect(() => element?.focus(), [element]);

  return (
    <main className="web-view" id="main">
      {item ? (
        <verva-start-form ref={setElement} item={item} initial={initialOf(search)} className="fill" />
      ) : (
        <EmptyState mark="failed" title={t('noItem')} text={t('noItemText')} />
      )}
    </main>
  );
}
