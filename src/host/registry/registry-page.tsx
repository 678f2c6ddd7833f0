import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import { NEW_RECORD } from '../../shared/contracts/registry.rules.ts';
import { ImportPage } from '../../shared/imports/import-page.tsx';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { RecordList } from '../../shared/registry/record-list.tsx';
import { registryPageMessages } from '../../shared/registry/registry.messages.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { useNarrow } from '../../shared/ui/use-media.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { LoadedRecord } from '../record/loaded-record.tsx';
import { type Route, titleOf } from '../routes.ts';
import './registry.css';

interface Props {
  readonly route: Route;
  readonly send?: typeof call;
}

/** Records of a registry: its list, and at `/assets/A-0003` one of them, beside the list where there is room. */
export function RegistryPage({ route, send = call }: Props): ReactNode {
  const { registry } = route.params;
  if (typeof registry !== 'string') return <NotFound page={route.page} />;
  return (
    <DocumentWidget>
      <Registry key={registry} route={route} registry={registry} send={send} />
    </DocumentWidget>
  );
}

function Registry({ route, registry, send }: Required<Props> & { readonly registry: string }): ReactNode {
  const t = useMessages(registryPageMessages);
  const language = useLanguage();
  const narrow = useNarrow();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const base = route.path;
  const opened = path.startsWith(`${base}/`) ? decoded(path.slice(base.length + 1)) : null;
  const at = (record: string | null) => {
    const address = record === null ? base : `${base}/${encodeURIComponent(record)}`;
    return search ? `${address}?${search}` : address;
  };
  const close = () => navigate(at(null));
  const title = titleOf(route, language, '');
  const [imports, setImports] = useState(false);
  if (imports) {
    return (
      <div className="registry">
        <div className="registry-list">
          <ImportPage resource={{ registry, title }} onClose={() => setImports(false)} onDone={() => undefined} />
        </div>
      </div>
    );
  }
  const record = opened !== null && (
    <section className="registry-record" aria-label={t('record')}>
      <div className="registry-head">
        {narrow ? (
          <Button kind="ghost" icon={ArrowLeft} onClick={close}>
            {t('back')}
          </Button>
        ) : (
          <IconButton icon={X} label={t('close')} onClick={close} />
        )}
      </div>
      <div className="registry-body record">
        <LoadedRecord
          key={opened}
          send={send}
          resource={registry}
          recordId={opened}
          onAdded={({ id, number }) => navigate(at(number ?? id), { replace: true })}
        />
      </div>
    </section>
  );
  // On a narrow screen the list stays in the page, so that it is as it was after Back.
  return (
    <div className={`registry ${opened === null ? '' : 'has-record'}`}>
      <div className="registry-list" hidden={narrow && opened !== null}>
        <RecordList
          send={send}
          registry={registry}
          title={title}
          opened={opened}
          query={search}
          onQuery={(query) => navigate(query ? `${path}?${query}` : path, { replace: true })}
          onOpen={({ id, number }) => navigate(at(number ?? id))}
          onAdd={() => navigate(at(NEW_RECORD))}
          onImport={() => setImports(true)}
        />
      </div>
      {record}
    </div>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that the user typed.
    return text;
  }
}
