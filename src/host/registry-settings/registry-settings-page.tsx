import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { RegistryEditor } from './registry-editor.tsx';
import { RegistryList } from './registry-list.tsx';
import { registrySettingsMessages } from './registry-settings.messages.ts';
import { createRegistryEditor } from './registry-settings.store.ts';
import type { RegistrySettingsText } from './registry-settings-text.ts';
import './registry-settings.css';

const LIST = '/settings/registries';

/** Registries of the organisation, for the provider (PRV-01). An address below the page's own opens one. */
export function RegistrySettingsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Registries send={send} />
    </DocumentWidget>
  );
}

function Registries({ send }: { readonly send: typeof call }): ReactNode {
  const t = useMessages(registrySettingsMessages);
  const [path, navigate] = useLocation();
  const [, id] = /^\/settings\/registries\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return <RegistryList send={send} onOpen={(one) => navigate(`${LIST}/${one}`)} t={t} />;
  return <Opened key={id} {...{ send, id, t }} onBack={() => navigate(LIST)} />;
}

interface OpenedProps {
  readonly send: typeof call;
  readonly id: string;
  readonly onBack: () => void;
  readonly t: RegistrySettingsText;
}

function Opened({ send, id, onBack, t }: OpenedProps): ReactNode {
  const store = useMemo(() => createRegistryEditor({ send, id }), [send, id]);
  return <RegistryEditor store={store} onBack={onBack} t={t} />;
}
