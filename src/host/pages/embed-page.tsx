import { useSignals } from '@preact/signals-react/runtime';
import { ArrowUpRight } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import { getMenuFrame } from '../../shared/contracts/menus.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { type Route, titleOf } from '../routes.ts';
import { embedPageMessages } from './embed-page.messages.ts';
import './embed-page.css';

interface Props {
  readonly route: Route;
  readonly send?: typeof call;
}

/** A page of another system as a page of the application (PRV-02). Each opening gets a new signed address. */
export function EmbedPage({ route, send = call }: Props): ReactNode {
  useSignals();
  const t = useMessages(embedPageMessages);
  const language = useLanguage();
  const id = route.id ?? '';
  const store = useMemo(() => createLoaded((signal) => send(getMenuFrame, { params: { id }, signal })), [id, send]);
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') return <LoadFailed code={state.code} onRetry={() => void store.load()} t={t} />;
  return (
    <div className="embed fill">
      <p className="embed-bar s">
        <span className="muted cut">{t('of', { host: new URL(state.url).host })}</span>
        <a className="link" href={state.url} target="_blank" rel="noreferrer">
          {t('open')}
          <Icon of={ArrowUpRight} />
        </a>
      </p>
      <iframe className="embed-frame" src={state.address} title={titleOf(route, language, '')} />
    </div>
  );
}
